import { signedOutMessage } from './devices.ts';

/** The values of the change-password form: `password` is the current one. */
export type PasswordChange = Readonly<Record<'password' | 'newPassword' | 'confirmPassword', string>>;

export const emptyPasswordChange: PasswordChange = { password: '', newPassword: '', confirmPassword: '' };

/** The message after a password change. `signedOut` counts the other devices that it signed out. */
export function passwordChangedMessage(signedOut: number): string {
  return `Your password was changed. ${signedOutMessage(signedOut)}.`;
}

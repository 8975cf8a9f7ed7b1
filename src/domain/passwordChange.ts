import { signedOutMessage } from './devices.ts';

/** The values of the form that changes a password: the current one, and the new one twice. */
export type PasswordChange = Readonly<Record<'password' | 'newPassword' | 'confirmPassword', string>>;

/** The initial values of that form. */
export const emptyPasswordChange: PasswordChange = { password: '', newPassword: '', confirmPassword: '' };

/** The message after a password was changed, which signed out so many other devices. */
export function passwordChangedMessage(signedOut: number): string {
  return `Your password was changed. ${signedOutMessage(signedOut)}.`;
}

import { signedOutMessage } from './devices.ts';

/** What the form that changes a password holds: the current one, and the new one twice. */
export type PasswordChange = Readonly<Record<'password' | 'newPassword' | 'confirmPassword', string>>;

/** What that form starts with. */
export const emptyPasswordChange: PasswordChange = { password: '', newPassword: '', confirmPassword: '' };

/** What is said after a password was changed, which signed out so many other devices. */
export function passwordChangedMessage(signedOut: number): string {
  return `Your password was changed. ${signedOutMessage(signedOut)}.`;
}

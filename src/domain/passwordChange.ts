/** The values of the change-password form: `password` is the current one. */
export type PasswordChange = Readonly<Record<'password' | 'newPassword' | 'confirmPassword', string>>;

export const emptyPasswordChange: PasswordChange = { password: '', newPassword: '', confirmPassword: '' };

/** The message after a password change. `signedOut` counts the other devices that it signed out. */
export function passwordChangedMessage(signedOut: number): string {
  return `Your password was changed. ${signedOutMessage(signedOut)}.`;
}

/** The message after other devices were signed out; `count` may be 0. */
export function signedOutMessage(count: number): string {
  if (count === 0) return 'No other device was signed in';
  return count === 1 ? '1 other device was signed out' : `${count} other devices were signed out`;
}

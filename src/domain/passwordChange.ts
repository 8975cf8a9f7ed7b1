/** The values of the change-password form: `password` is the current one. */
export type PasswordChange = Readonly<Record<'password' | 'newPassword' | 'confirmPassword', string>>;

export const emptyPasswordChange: PasswordChange = { password: '', newPassword: '', confirmPassword: '' };

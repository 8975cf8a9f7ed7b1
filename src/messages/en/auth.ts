export const signIn = 'Sign In';
export const signUp = 'Sign Up';
export const username = 'User name';
export const displayName = 'Display name';
export const age = 'Age';
export const password = 'Password';
export const confirmPassword = 'Confirm password';

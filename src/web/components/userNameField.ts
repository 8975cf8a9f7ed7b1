/** The attributes of each field of a user name. A phone must not change what is typed, and a password manager finds the name. */
export const userNameField = {
  autoComplete: 'username',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
};

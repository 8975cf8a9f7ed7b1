import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common']);

/** The message for a user who chooses a common password. */
export const COMMON_PASSWORD = 'Many people use this password. Please choose one that is harder to guess.';

/** Whether a password is on the list of common passwords. Ignores case (reliability 25). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common']);

/** Shown when somebody chooses a common password. */
export const COMMON_PASSWORD = 'Many people use this password. Please choose one that is harder to guess.';

/** Whether a password is on the list of the ones most used, in any case of letters (reliability 25). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

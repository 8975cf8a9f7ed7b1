import {
  brokenRule,
  newPasswordRules,
  passwordAgainProblem,
  PASSWORDS_DIFFER,
  onlyBroken,
  signUpRules,
  type FieldErrors,
} from './credentials.ts';
import { signedOutSentence } from './devices.ts';

/** What the form that changes a password holds. */
export interface PasswordChange {
  /** The one that is current. */
  readonly password: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** What that form starts with. */
export const emptyPasswordChange: PasswordChange = { password: '', newPassword: '', confirmPassword: '' };

/** The sentence for each field that is refused; an empty object when all are good (reliability 60). */
export function passwordChangeErrors(values: PasswordChange): FieldErrors<PasswordChange> {
  const { password, newPassword, confirmPassword } = values;
  return onlyBroken<PasswordChange>({
    password: passwordAgainProblem(password),
    newPassword:
      brokenRule(newPasswordRules, newPassword) ??
      (newPassword === password ? 'The new password is the current one' : undefined),
    confirmPassword:
      brokenRule(signUpRules.confirmPassword, confirmPassword) ??
      (confirmPassword === newPassword ? undefined : PASSWORDS_DIFFER),
  });
}

/** What is said after a password was changed, which signed out so many other devices. */
export function passwordChangedSentence(signedOut: number): string {
  return `Your password was changed. ${signedOutSentence(signedOut)}.`;
}

import { MAXIMUM_AGE, MAXIMUM_NAME_LENGTH, MAXIMUM_PASSWORD_LENGTH, MINIMUM_LENGTH } from '#domain/credentials.ts';
import { TOP_UP_MAXIMUM, WITHDRAW_MAXIMUM } from '#domain/money.ts';
import { formatRupiah } from './money.ts';
import type { Rule } from '#domain/rules.ts';
import { MAXIMUM_SEATS, MINIMUM_SHARED_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';

/** The sentence about each broken rule. Section 5 fixes the wording of those that it quotes. */
export const rules: Record<Rule, string> = {
  signInUsernameMissing: 'User name is required!',
  usernameMissing: 'Username is required!',
  usernameShort: `Minimum ${MINIMUM_LENGTH} characters for user name`,
  usernameLong: `Maximum ${MAXIMUM_NAME_LENGTH} characters for user name`,
  usernameSpace: 'User name must not begin or end with a space',
  usernameInvisible: 'User name must not contain invisible characters',
  usernameAlphabets: 'User name must not mix alphabets. Please use only one.',
  displayNameMissing: 'Display name is required!',
  displayNameShort: `Minimum ${MINIMUM_LENGTH} characters for display name`,
  displayNameLong: `Maximum ${MAXIMUM_NAME_LENGTH} characters for display name`,
  displayNameInvisible: 'Display name must not contain invisible characters',
  nameMarks: 'Maximum 4 marks on a letter',
  ageMissing: 'Age is required!',
  ageNegative: 'Minimum 0 for age',
  ageNotWhole: 'Age must be a whole number',
  ageLarge: `Maximum ${MAXIMUM_AGE} for age`,
  passwordMissing: 'Password is required!',
  passwordShort: `Minimum ${MINIMUM_LENGTH} characters for password`,
  passwordLong: `Maximum ${MAXIMUM_PASSWORD_LENGTH} characters for password`,
  passwordCommon: 'Many people use this password. Please choose one that is harder to guess.',
  confirmPasswordMissing: 'Confirm password is required!',
  confirmPasswordShort: `Minimum ${MINIMUM_LENGTH} characters for confirm password`,
  passwordsDiffer: 'Confirm password does not match with your password',
  newPasswordCurrent: 'The new password is the current one',
  withdrawalTooSmall: 'Withdraw amount must be greater than 0',
  withdrawalTooLarge: `Maximum withdraw amount is ${formatRupiah(WITHDRAW_MAXIMUM)}`,
  withdrawalNotWhole: 'Withdraw amount must be a whole number',
  withdrawalNotPlain: 'Withdraw amount must be a whole number in plain digits',
  withdrawalNotPasted: 'The pasted text is not an amount in rupiah',
  topUpInvalid: `Top up amount must be a whole number from 1 to ${formatRupiah(TOP_UP_MAXIMUM)}`,
  balanceTooLarge: 'The balance cannot grow any further',
  dateNotOffered: 'Choose one of the dates on offer',
  timeNotOffered: 'Choose one of the showtimes',
  seatsInvalid: `Choose 1 to ${MAXIMUM_SEATS} different seats of 1 to ${SEATS_IN_HALL}`,
  sharedSeatsTooFew: `Choose at least ${MINIMUM_SHARED_SEATS} seats to share`,
  ticketIdMissing: 'Ticket id is required',
};

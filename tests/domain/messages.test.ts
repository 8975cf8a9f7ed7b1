import { expect, test } from 'vitest';
import { withdrawMessages } from '#domain/money.ts';
import { messages } from '#domain/messages.ts';

test('sections 2, 4, 5 and 8: the fixed sentences are those of the specification, to the letter', () => {
  expect(messages).toMatchObject({
    selectShowtime: 'Please select a date and time to see available seats',
    selectSeat: 'Please select your seat!',
    noTickets: 'You do not have any tickets. Lets book some!',
    purchaseSuccess: 'Successful purchase of tickets',
    topUpSuccess: 'Successfully top up the balance',
    withdrawSuccess: 'Withdrawal successful',
    signInSuccess: 'Sign in success',
    signUpSuccess: 'Sign up success',
  });
  expect(withdrawMessages).toMatchObject({
    tooSmall: 'Withdraw amount must be greater than 0',
    tooLarge: 'Maximum withdraw amount is Rp.500.000',
  });
});

test('the sentences that the interface adds are those of section 2, Screens', () => {
  expect(messages).toMatchObject({
    maximumSeats: 'Maximum 6 seats',
    noMovieMatches: 'No movie matches',
    nothingShowing: 'No films are showing today',
    signInToSee: 'Sign in to see this page',
    takingLong: 'This is taking longer than usual',
  });
});

test('no sentence is empty, none stands twice', () => {
  const texts: string[] = Object.values({ ...messages, ...withdrawMessages });
  expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invitationPath, invitedSeats, readBeside } from '#domain/invitation.ts';
import { onlyFree } from '#messages/movie.ts';
import { chosenMessage, friendsMessage } from '#messages/seats.ts';

describe('the seats of friends in a URL', () => {
  test.each([
    ['28', [28]],
    ['28,29', [28, 29]],
    ['1,2,3,4,5,64', [1, 2, 3, 4, 5, 64]],
  ])('parses %s', (text, seatNumbers) => {
    expect(readBeside(text)).toEqual(seatNumbers);
  });

  test('ignores the whole list if it is unsorted, too long or in another format, or has a duplicate or a seat outside the hall', () => {
    const others = [null, undefined, '', '29,28', '28,28', '0', '65', '028', '28,', '28, 29', '1,2,3,4,5,6,7', '1e1'];
    expect(others.filter((text) => readBeside(text).length > 0)).toEqual([]);
  });

  test('any text is either parsed to exactly its seats or ignored', () => {
    fc.assert(fc.property(fc.string(), (text) => ['', text].includes(readBeside(text).join())));
  });
});

describe('an invitation', () => {
  test('is the URL of the showtime with the seats, and nothing else', () => {
    expect(invitationPath('Nosferatu', '24 Nov', '20.35', [28, 29])).toBe(
      '/movie/Nosferatu?date=24%20Nov&time=20.35&beside=28,29',
    );
    expect(invitationPath('1 + 1', '24 Nov', '20.35', [1])).toBe(
      '/movie/1%20%2B%201?date=24%20Nov&time=20.35&beside=1',
    );
  });

  test.each([
    [[30], [28, 29], [28, 29, 30]],
    [
      [5, 6],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      [60, 61, 62, 63],
      [1, 2, 3, 4],
      [1, 2, 60, 61, 62, 63],
    ],
  ])('for own seats %j and friends at %j names the own seats first, six at most', (own, friends, seats) => {
    expect(invitedSeats(own, friends)).toEqual(seats);
  });

  test('has messages for the friends\u2019 seats, the selection and too few free seats', () => {
    expect(friendsMessage([28])).toBe('Your friends sit in row D, seat 28');
    expect(friendsMessage([28, 29])).toBe('Your friends sit in row D, seats 28 and 29');
    expect(chosenMessage([28, 29])).toBe('Seats 28 and 29, row D');
    expect([0, 1, 3].map(onlyFree)).toEqual(['No seats are free', 'Only 1 seat is free', 'Only 3 seats are free']);
  });
});

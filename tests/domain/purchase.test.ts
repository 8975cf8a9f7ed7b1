import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBalance } from '#domain/checkBalance.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { bookingOf, canBuy, isSameBooking } from '#domain/booking.ts';

describe('section 2: the buy dialog\u2019s line about the balance', () => {
  test.each([
    ['no seats', 100_000, 0, 0, { kind: 'noSeats' }],
    ['exactly the total', 70_000, 70_000, 2, { kind: 'notEnough', shortfall: 0 }],
    ['one rupiah more', 70_001, 70_000, 2, { kind: 'change', change: 1 }],
  ])('with %s', (_, balance, total, seatCount, balanceCheck) => {
    expect(checkBalance(balance, total, seatCount)).toEqual(balanceCheck);
  });

  test('total plus change, or total minus shortfall, is always the balance', () => {
    const money = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(money, money, fc.integer({ min: 1, max: 6 }), (balance, price, seats) => {
        const total = purchaseTotal(price, seats);
        expect(checkBalance(balance, total, seats)).toMatchObject(
          balance > total
            ? { kind: 'change', change: balance - total }
            : { kind: 'notEnough', shortfall: total - balance },
        );
      }),
    );
  });
});

test('section 2: the total is the ticket price times the number of seats', () => {
  expect([0, 1, 6].map((seats) => purchaseTotal(35_000, seats))).toEqual([0, 35_000, 210_000]);
});

const metropolis = { age_rating: 13, ticket_price: 35_000, poster_url: '/posters/metropolis.svg' };
const matinee = { date: '05 Mar', time: '14.30' };

describe('section 3: the booking payload', () => {
  test('contains film, screening and seats, and the price and rating that the buyer saw', () => {
    expect(bookingOf('Metropolis', metropolis, matinee, [11, 12])).toEqual({
      showtimeDate: '05 Mar',
      showtimeTime: '14.30',
      seatNumbers: [11, 12],
      movieAgeRating: 13,
      movieTicketPrice: 35_000,
      movieTitle: 'Metropolis',
      moviePoster: '/posters/metropolis.svg',
    });
  });

  test('has empty values while nothing is chosen', () => {
    expect(bookingOf('Metropolis', undefined, { date: undefined, time: undefined }, [])).toEqual({
      showtimeDate: '',
      showtimeTime: '',
      seatNumbers: [],
      movieAgeRating: 0,
      movieTicketPrice: 0,
      movieTitle: 'Metropolis',
      moviePoster: '',
    });
  });

  test('does not change when the selection changes', () => {
    const selected = [11];
    const booking = bookingOf('Metropolis', metropolis, matinee, selected);
    selected.push(12);
    expect(booking.seatNumbers).toEqual([11]);
  });
});

describe('reliability 42: a purchase equals the reviewed booking', () => {
  const reviewed = bookingOf('Metropolis', metropolis, matinee, [11, 12]);

  test('with the same film, screening, seats, price and rating', () => {
    expect(isSameBooking(reviewed, bookingOf('Metropolis', { ...metropolis }, { ...matinee }, [11, 12]))).toBe(true);
  });

  test('with another poster', () => {
    expect(isSameBooking(reviewed, { ...reviewed, moviePoster: '/posters/other.svg' })).toBe(true);
  });

  test.each([
    ['another film', { movieTitle: 'Nosferatu' }],
    ['another rating', { movieAgeRating: 0 }],
    ['another price', { movieTicketPrice: 34_999 }],
    ['another date', { showtimeDate: '06 Mar' }],
    ['another time', { showtimeTime: '20.35' }],
    ['a seat less', { seatNumbers: [11] }],
    ['a seat more', { seatNumbers: [11, 12, 13] }],
    ['another seat', { seatNumbers: [11, 13] }],
    ['one seat whose number reads alike', { seatNumbers: [1, 112] }],
  ])('but not with %s', (_, other) => {
    expect(isSameBooking(reviewed, { ...reviewed, ...other })).toBe(false);
    expect(isSameBooking({ ...reviewed, ...other }, reviewed)).toBe(false);
  });
});

describe('section 5: whether a user can buy', () => {
  const viewer = { age: 14 };

  test.each([
    ['a signed-in user who is old enough and has selected a seat', true, { viewer, movie: metropolis, selected: [11] }],
    ['a visitor who is signed out', false, { viewer: undefined, movie: metropolis, selected: [11] }],
    ['a user before the film is loaded', false, { viewer, movie: undefined, selected: [11] }],
    ['a user without a selected seat', false, { viewer, movie: metropolis, selected: [] }],
    ['a user exactly as old as the rating', false, { viewer: { age: 13 }, movie: metropolis, selected: [11] }],
  ] as const)('%s: %s', (_, may, who) => {
    expect(canBuy(who)).toBe(may);
  });
});

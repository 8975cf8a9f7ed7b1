import type { Movie } from '#contract/movie.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';

export const metropolis: Movie = {
  id: 7,
  title: 'Metropolis',
  description: 'A city of the future.',
  release_date: '1927-01-10',
  poster_url: '/posters/metropolis.svg',
  age_rating: 13,
  ticket_price: 35_000,
};

export const ana: User = { id: 'u1', username: 'ana-film', displayName: 'Ana Film', age: 30, balance: 500_000 };

export const budi: User = { id: 'u2', username: 'budi-film', displayName: 'Budi Film', age: 13, balance: 70_000 };

/** A ticket of seats 11 and 12, at 35,000 rupiah each. */
export function ticketOf(id: string, seatNumbers: number[] = [11, 12]): Ticket {
  return {
    id,
    movieTitle: 'Metropolis',
    moviePoster: '/posters/metropolis.svg',
    movieAgeRating: 13,
    movieTicketPrice: 35_000,
    showtimeDate: '05 Mar',
    showtimeTime: '14.30',
    seatNumbers,
    bookingTime: '2026-03-05T02:00:00.000Z',
    startsAt: '2026-03-05T07:30:00.000Z',
  };
}

/** An entry of the ledger: a top-up of 50,000 rupiah. */
export function entryOf(id: string): Transaction {
  return { id, kind: 'top-up', amount: 50_000, balanceAfter: 50_000, at: '2026-03-05T02:00:00.000Z' };
}

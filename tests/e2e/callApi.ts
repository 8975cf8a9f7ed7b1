import * as v from 'valibot';
import { balanceSchema } from '#contract/values.ts';
import { bookedSeatsListSchema } from '#contract/bookedSeats.ts';
import { holdSchema, type Hold } from '#contract/hold.ts';
import { movieSchema } from '#contract/movie.ts';
import { ticketSchema, ticketsSchema, type Ticket } from '#contract/ticket.ts';
import type { Showtime } from '#domain/showtimes.ts';
import { sendTo } from '../server/sendTo.ts';

interface Call {
  readonly token?: string;
  readonly body?: object;
}

interface Signed {
  readonly token: string;
}

/** Sends an API request without the browser and gives the response body. Throws on an error status. */
export async function callApi(url: string, method: string, path: string, options: Call = {}): Promise<unknown> {
  const { status, body } = await sendTo(url, method, path, options);
  if (status >= 400) throw new Error(`${method} ${path} failed with status ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A member's balance, in rupiah. */
export async function balanceOf(url: string, { token }: Signed): Promise<number> {
  return v.parse(balanceSchema, await callApi(url, 'GET', 'user/balance', { token })).balance;
}

/** A member's tickets, newest first. */
export async function ticketsOf(url: string, { token }: Signed): Promise<Ticket[]> {
  return v.parse(ticketsSchema, await callApi(url, 'GET', 'user/tickets', { token }));
}

/** The sold seats of a showtime, ascending. */
export async function soldSeats(url: string, title: string, showtime: Showtime): Promise<number[]> {
  const query = new URLSearchParams({ ...showtime });
  const answer = await callApi(url, 'GET', `booked-seats/${encodeURIComponent(title)}?${query.toString()}`);
  const [hall] = v.parse(bookedSeatsListSchema, answer);
  if (hall === undefined) throw new Error('The server has no such showtime');
  return hall.seatNumbers;
}

/** Buys seats without the browser. */
export async function buySeats(
  url: string,
  { token }: Signed,
  title: string,
  showtime: Showtime,
  seatNumbers: readonly number[],
): Promise<Ticket> {
  const movie = v.parse(movieSchema, await callApi(url, 'GET', `movie/${encodeURIComponent(title)}`));
  const body = {
    ...showtime,
    seatNumbers,
    movieTitle: movie.title,
    moviePoster: movie.poster_url,
    movieAgeRating: movie.age_rating,
    movieTicketPrice: movie.ticket_price,
  };
  return v.parse(ticketSchema, await callApi(url, 'POST', 'user/tickets', { token, body }));
}

/** Holds seats without the browser. A shared hold has a code. */
export async function holdSeats(
  url: string,
  { token }: Signed,
  title: string,
  showtime: Showtime,
  seatNumbers: readonly number[],
  shared = false,
): Promise<Hold> {
  const body = { ...showtime, movieTitle: title, seatNumbers, shared };
  return v.parse(holdSchema, await callApi(url, 'POST', 'holds', { token, body }));
}

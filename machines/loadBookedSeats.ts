import type { Api } from '#contract/api.ts';
import { CallFailed } from '#domain/failure.ts';
import { messages } from '#domain/messages.ts';
import type { Screening } from '#domain/showtimes.ts';

/** Fetches the sold seats of a screening, ascending. */
export async function loadBookedSeats(api: Api, { title, date, time }: Screening): Promise<readonly number[]> {
  const input = { showtimeDate: date, showtimeTime: time };
  const [hall] = await api('findBookedSeats', { params: { title }, input });
  if (hall === undefined) throw new CallFailed({ code: 'unreadable', message: messages.unreadableAnswer });
  return hall.seatNumbers;
}

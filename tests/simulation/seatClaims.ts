import { isDeepStrictEqual } from 'node:util';
import type { OwnHold } from '#domain/hall.ts';
import { LONGEST_HOLD } from '#domain/timings.ts';
import type { Screening } from '#domain/showtimes.ts';
import { parseSeatNumbers } from '../../src/server/store/takenSeats.ts';
import { spansOf, wasHeld, wasSold, type Period, type Span } from './seatHistory.ts';
import type { SeatClaim } from './seatMessages.ts';
import type { SimulatedServer } from './server.ts';

/** Milliseconds that the countdown of a hold may be ahead: the Date header has a resolution of a second, and a tick takes another. */
const COUNTDOWN_ERROR = 3000;

/** The user who was told something about seats, and what the page knew before. */
export interface Listener {
  readonly screening: Screening;
  readonly userId: string | undefined;
  /** The seats that the user had selected or wanted to buy; undefined if that is not known. */
  readonly wanted: readonly number[] | undefined;
  readonly hold: OwnHold | undefined;
  readonly shareCode: string | undefined;
  /** The tickets that the user has bought in this tab since it was loaded. */
  readonly ownTickets: readonly string[];
  /** When the message may have become true: news takes some time. */
  readonly period: Period;
}

/** Why a message about seats is not true; empty if it is, or if the database cannot be read at this moment. */
export function brokenClaim(server: SimulatedServer, claim: SeatClaim, listener: Listener): string[] {
  const { says, seatNumbers } = claim;
  const { wanted = seatNumbers } = listener;
  const strange = seatNumbers.filter((seat) => !wanted.includes(seat));
  return [
    ...(strange.length === 0 ? [] : [`seats ${strange.join()} were not selected`]),
    ...seatNumbers.flatMap((seat) => brokenSeat(server, says, seat, listener)),
    ...(says === 'noLongerHeld' ? brokenHoldEnd(server, listener) : []),
  ];
}

function brokenSeat(
  server: SimulatedServer,
  says: SeatClaim['says'],
  seat: number,
  { screening, userId, shareCode, ownTickets, period }: Listener,
): string[] {
  const spans = spansOf(server, screening, seat);
  if (spans === undefined) return [];
  const isTrue =
    says === 'sold'
      ? wasSold(spans, period, ({ id }) => !ownTickets.includes(id))
      : wasHeld(spans, period, (hold) => hold.userId !== userId && (hold.code === null || hold.code !== shareCode));
  return isTrue ? [] : [`${describeSeat(seat, spans, period)} (the user is ${userId ?? 'nobody'})`];
}

function describeSeat(seat: number, spans: readonly Span[], period: Period): string {
  const recent = spans.filter(({ from, to }) => from <= period.to && to >= period.from);
  const states = recent.map(({ kind, userId, code, from, to }) => {
    const end = to > period.to ? 'still' : `until ${to - period.to} ms`;
    return `${kind}${code === null ? '' : ' under a code'} to user ${userId} since ${from - period.to} ms, ${end}`;
  });
  return `seat ${seat} was ${states.join(' and ') || 'free'}`;
}

/** The hold that the page showed has ended, or its time is over. */
function brokenHoldEnd(server: SimulatedServer, { hold, period }: Listener): string[] {
  if (hold === undefined) return ['the page showed no hold'];
  const [row] = server.look('select expires_at from holds where substr(id, 1, 8) = ?', hold.id) ?? [];
  const left = Number(row?.['expires_at'] ?? 0) - period.to;
  return left > COUNTDOWN_ERROR && left <= LONGEST_HOLD ? [`the hold runs for another ${left} ms`] : [];
}

/** Why the page must not say that it holds these seats for the user. */
export function brokenHold(server: SimulatedServer, shown: OwnHold, { userId, screening, period }: Listener): string[] {
  const rows = server.look('select * from holds where substr(id, 1, 8) = ?', shown.id);
  if (rows === undefined) return [];
  const [row] = rows;
  if (row === undefined) return ['no such hold exists'];
  const { title, date, time } = screening;
  const expected = [userId, title, date, time, ...shown.seatNumbers];
  const seats = parseSeatNumbers(String(row['seat_numbers']));
  const actual = [row['user_id'], row['movie_title'], row['showtime_date'], row['showtime_time'], ...seats];
  const end = Number(row['expires_at']);
  return [
    ...(isDeepStrictEqual(actual, expected) ? [] : [`the hold is ${actual.join()}, not ${expected.join()}`]),
    ...(end >= period.from ? [] : [`the hold had ended ${period.to - end} ms before`]),
    ...(end <= period.to || end === shown.expiresAt ? [] : [`the hold ends ${end - shown.expiresAt} ms later`]),
  ];
}

/** Why the page must not say that these seats are kept or paid for under its code. */
export function brokenShare(
  server: SimulatedServer,
  { seatNumbers, paid }: { readonly seatNumbers: readonly number[]; readonly paid: readonly number[] },
  { screening, shareCode, period }: Listener,
): string[] {
  const check = (seat: number, isTrue: (spans: readonly Span[]) => boolean) => {
    const spans = spansOf(server, screening, seat);
    return spans === undefined || isTrue(spans) ? [] : [describeSeat(seat, spans, period)];
  };
  return [
    ...seatNumbers.flatMap((seat) => check(seat, (spans) => wasHeld(spans, period, ({ code }) => code === shareCode))),
    ...paid.flatMap((seat) => check(seat, (spans) => wasSold(spans, period, ({ code }) => code !== null))),
  ];
}

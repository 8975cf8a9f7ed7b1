import * as fc from 'fast-check';
import type { ScheduleChoice } from '#domain/schedule.ts';
import type { Viewer } from '#machines/hallModel.ts';
import { seatsFrom } from '../seatsFrom.ts';

type Button = 'purchase.review' | 'dialog.back' | 'topUp.visit' | 'movie.retry' | 'seats.retry';
export type Call = 'loadMovie' | 'loadSeats' | 'bookTickets' | 'recordSeats';

/** An act of the user, a response of the server, or the passing of time. */
export type Command =
  | { readonly act: 'toggle'; readonly seat: number }
  | { readonly act: 'suggest'; readonly count: number }
  | { readonly act: 'press'; readonly button: Button }
  /** The click on Buy, with the current contents of the dialog or those of the previous render. */
  | { readonly act: 'confirm'; readonly reviewed: 'now' | 'before' }
  | { readonly act: 'goTo'; readonly showtime: ScheduleChoice }
  | { readonly act: 'chooseDate'; readonly date: string }
  | { readonly act: 'chooseTime'; readonly time: string }
  /** The age or the balance of the user changes, or the user signs out or in again. */
  | { readonly act: 'become'; readonly viewer: Viewer | undefined }
  | { readonly act: 'answer'; readonly call: Call | 'pending'; readonly hall: readonly number[] }
  | { readonly act: 'refuse'; readonly call: Call | 'pending'; readonly code: string }
  | { readonly act: 'seatsChanged'; readonly sold: readonly number[]; readonly own: boolean }
  | { readonly act: 'feed'; readonly fact: 'regained' | 'lost' }
  | { readonly act: 'wait'; readonly milliseconds: number }
  | { readonly act: 'goOnline' }
  /** Navigates to the page of a film. */
  | { readonly act: 'visit'; readonly title: string; readonly showtime: ScheduleChoice }
  | { readonly act: 'tick'; readonly now: string };

const buttons: readonly [Button, number][] = [
  ['purchase.review', 8],
  ['dialog.back', 3],
  ['topUp.visit', 1],
  ['movie.retry', 1],
  ['seats.retry', 1],
];

/** Usually the pending request; sometimes the last one of a kind, which may have been abandoned. */
const calls = fc.oneof(
  { weight: 6, arbitrary: constant('pending') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Call[]>('loadMovie', 'loadSeats', 'bookTickets', 'recordSeats'),
  },
);

const showtimes = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ date: '05 Mar', time: '14.30' }) },
  { weight: 1, arbitrary: fc.constant({ date: '05 Mar', time: '20.35' }) },
  { weight: 1, arbitrary: fc.constant({ date: '06 Mar', time: '14.30' }) },
  { weight: 1, arbitrary: fc.constant({ date: '06 Mar', time: undefined }) },
  { weight: 1, arbitrary: fc.constant({ date: undefined, time: undefined }) },
);

/** The starting point of a walk, and the seats that the tab saved earlier. */
export const beginnings = fc.record({
  at: fc.constantFrom('page' as const, 'seats' as const, 'purchase' as const, 'unknown outcome' as const),
  saved: fc.constantFrom<number[][]>([], [], [2, 13], seatsFrom(11)),
});

export type Beginning = typeof beginnings extends fc.Arbitrary<infer Value> ? Value : never;

const PURCHASE: readonly Command[] = [
  { act: 'toggle', seat: 17 },
  { act: 'toggle', seat: 18 },
  { act: 'press', button: 'purchase.review' },
  { act: 'confirm', reviewed: 'now' },
];

/** The steps from the seats to the starting point of a walk. The rules apply to them too. */
export const APPROACHES: Readonly<Record<Beginning['at'], readonly Command[]>> = {
  page: [],
  seats: [],
  purchase: PURCHASE,
  'unknown outcome': [...PURCHASE, { act: 'refuse', call: 'bookTickets', code: 'unreachable' }],
};

/** Any command. Commands that make progress are more frequent. Few seats are used, so that commands often meet the same seat. */
export const commands: fc.Arbitrary<Command> = fc.oneof(
  weighted(14, { act: constant('toggle'), seat: fc.constantFrom(0, 1, 2, 11, 12, 13, 14, 15, 16, 17, 18, 64, 65) }),
  weighted(3, { act: constant('suggest'), count: fc.constantFrom(0, 1, 2, 3, 6, 7) }),
  weighted(6, {
    act: constant('press'),
    button: fc.oneof(...buttons.map(([button, weight]) => ({ weight, arbitrary: fc.constant(button) }))),
  }),
  weighted(4, {
    act: constant('confirm'),
    reviewed: fc.constantFrom('now' as const, 'now' as const, 'before' as const),
  }),
  weighted(3, { act: constant('goTo'), showtime: showtimes }),
  weighted(1, { act: constant('chooseDate'), date: fc.constantFrom('05 Mar', '06 Mar') }),
  weighted(1, { act: constant('chooseTime'), time: fc.constantFrom('14.30', '20.35') }),
  weighted(2, {
    act: constant('become'),
    viewer: fc.oneof(
      { weight: 5, arbitrary: fc.constant({ id: 'u1', age: 30, balance: 500_000 }) },
      { weight: 1, arbitrary: fc.constant({ id: 'u1', age: 13, balance: 500_000 }) },
      { weight: 1, arbitrary: fc.constant({ id: 'u1', age: 30, balance: 0 }) },
      { weight: 2, arbitrary: fc.constant(undefined) },
    ),
  }),
  weighted(12, {
    act: constant('answer'),
    call: calls,
    hall: fc.constantFrom<number[][]>([], [1, 2], [11, 12, 17]),
  }),
  weighted(4, {
    act: constant('refuse'),
    call: calls,
    code: fc.constantFrom(
      'seat_taken',
      'movie_changed',
      'movie_not_found',
      'showtime_closed',
      'not_enough_balance',
      'unauthenticated',
      'unreachable',
      'unreadable',
      'internal',
      'unavailable',
    ),
  }),
  weighted(4, {
    act: constant('seatsChanged'),
    sold: fc.constantFrom<number[][]>([], [1, 2], [1, 12, 17], [11, 12, 13, 14]),
    own: fc.boolean(),
  }),
  weighted(2, { act: constant('feed'), fact: fc.constantFrom('regained' as const, 'lost' as const) }),
  weighted(4, {
    act: constant('wait'),
    milliseconds: fc.constantFrom(1, 499, 500, 1000, 1499, 1500, 5000, 10_000, 15_000),
  }),
  weighted(1, { act: constant('goOnline') }),
  weighted(2, {
    act: constant('visit'),
    title: fc.constantFrom('Metropolis', 'Metropolis', 'Nosferatu'),
    showtime: showtimes,
  }),
  weighted(1, { act: constant('tick'), now: fc.constantFrom('09:01', '14:19', '14:20', '14:31', '20:26') }),
);

function weighted<Shape extends object>(weight: number, shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) {
  return { weight, arbitrary: fc.record(shape) };
}

function constant<const Value>(value: Value): fc.Arbitrary<Value> {
  return fc.constant(value);
}

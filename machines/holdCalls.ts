import { fromPromise } from 'xstate';
import type { Hold } from '#contract/hold.ts';
import { failureOf, type Failure } from '#domain/failure.ts';
import type { OwnHold, Wish } from '#domain/hall.ts';
import { reportedHoldId } from '#domain/marks.ts';
import type { Screening } from '#domain/showtimes.ts';
import { environmentOf } from './environment.ts';
import type { System } from './targets.ts';

/** A change of the user's hold in one screening. */
export interface HoldChange {
  readonly wish: Wish;
  readonly screening: Screening;
  /** The seats to hold or share; irrelevant to other wishes. */
  readonly seatNumbers: readonly number[];
  /** The hold that the change replaces or ends. The server refuses if the user's hold is another one. */
  readonly id: string | undefined;
}

/** The server's response to a change: the hold that the user has now, or why it failed. */
export interface HoldOutcome extends Pick<HoldChange, 'wish' | 'seatNumbers'> {
  readonly hold: OwnHold | undefined;
  readonly failure: Failure | undefined;
  /** When the response arrived, in epoch milliseconds. */
  readonly at: number;
}

/** Promise actor: changes the user's hold. Resolves with the outcome also when the server refuses, or does not answer. */
export const changeHold = fromPromise<HoldOutcome, HoldChange>(async ({ input, system }) => {
  const { wish, seatNumbers } = input;
  const { hold, failure } = await request(system, input).then(
    (answered) => ({ hold: answered && ownHoldOf(answered), failure: undefined }),
    (error: unknown) => ({ hold: undefined, failure: failureOf(error) }),
  );
  return { wish, seatNumbers, hold, failure, at: environmentOf(system).clock.now() };
});

function request(system: System, { wish, screening, seatNumbers, id }: HoldChange): Promise<Hold | undefined> {
  const { api, createKey } = environmentOf(system);
  const { title, date, time } = screening;
  if (wish === 'release' || wish === 'stop') {
    return api('releaseHold', { input: { ...(wish === 'stop' && { shared: true }), ...(id !== undefined && { id }) } });
  }
  return api('createHold', {
    input: {
      movieTitle: title,
      showtimeDate: date,
      showtimeTime: time,
      seatNumbers: [...seatNumbers],
      ...(wish === 'share' && { shared: true }),
      ...(id !== undefined && { replaces: id }),
    },
    idempotencyKey: createKey(),
  });
}

function ownHoldOf({ id, shareCode, seatNumbers, expiresAt }: Hold): OwnHold {
  return { id: reportedHoldId(id), shareCode, seatNumbers, expiresAt: Date.parse(expiresAt) };
}

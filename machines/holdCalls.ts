import { fromPromise } from 'xstate';
import type { Api } from '#contract/calls.ts';
import type { Hold, HoldRelease, HoldRequest } from '#contract/hold.ts';
import { failureOf } from '#domain/failure.ts';
import { type Screening, isSameScreening } from '#domain/showtimes.ts';
import { environmentOf } from './environment.ts';
import type { System } from './targets.ts';
import { loadSeatReport } from './seatFeedMachine.ts';

/** The user's hold of seats of one screening, as the server reports it. */
export interface OwnHold {
  readonly id: string;
  readonly seatNumbers: readonly number[];
  /** In epoch milliseconds. */
  readonly expiresAt: number;
  /** The seats that the user shares with friends. They are not for the user alone, so they are not among `seatNumbers`. */
  readonly shared?: readonly number[];
}

/** The user's hold with the code for friends. Its seats are not the user's alone. */
export interface OwnShare {
  readonly id: string;
  readonly shareCode: string | undefined;
  readonly seatNumbers: readonly number[];
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

/** The seats to hold instead of those of an earlier hold. The server refuses if the user's hold is another one. */
export interface Wish {
  readonly screening: Screening;
  readonly seatNumbers: readonly number[];
  readonly replaces: string | undefined;
}

/** The user's hold or share of a screening, if there is one, and the seats that were held by anybody after it was read. */
export interface FoundHold {
  readonly hold: OwnHold | undefined;
  readonly share: OwnShare | undefined;
  readonly held: readonly number[];
}

export const createHold = fromPromise<OwnHold, Wish>(async ({ input, system }) =>
  ownHoldOf(await request(system, holdRequest(input))),
);

export const shareSeats = fromPromise<OwnShare, Wish>(async ({ input, system }) =>
  ownShareOf(await request(system, { ...holdRequest(input), shared: true })),
);

/**
 * Reads the seats between two reads of the hold, and starts again if the user changed the hold on another device in between. So a held
 * seat that is not in the hold is another user's.
 */
export const findHold = fromPromise<FoundHold, Screening>(async ({ input, system }) => {
  const { api } = environmentOf(system);
  const { found, held } = await loadHoldAndSeats(api, input, await loadHold(api));
  const isHere = found !== undefined && isSameScreening(screeningOf(found), input);
  const isShared = found?.shareCode !== undefined;
  return {
    hold: isHere && !isShared ? ownHoldOf(found) : undefined,
    share: isHere && isShared ? ownShareOf(found) : undefined,
    held,
  };
});

export const releaseHold = fromPromise<undefined, HoldRelease>(({ input, system }) =>
  environmentOf(system).api('releaseHold', { input }),
);

async function loadHold(api: Api): Promise<Hold | undefined> {
  return api('findHold', {}).catch((error: unknown) => {
    if (failureOf(error).code === 'hold_not_found') return undefined;
    throw error;
  });
}

async function loadHoldAndSeats(
  api: Api,
  screening: Screening,
  found: Hold | undefined,
): Promise<{ readonly found: Hold | undefined; readonly held: readonly number[] }> {
  const { held } = await loadSeatReport(api, screening);
  const latest = await loadHold(api);
  return latest?.id === found?.id ? { found, held } : loadHoldAndSeats(api, screening, latest);
}

function request(system: System, input: HoldRequest): Promise<Hold> {
  const { api, createKey } = environmentOf(system);
  return api('createHold', { input, idempotencyKey: createKey() });
}

function holdRequest({ screening: { title, date, time }, seatNumbers, replaces }: Wish): HoldRequest {
  const showtime = { movieTitle: title, showtimeDate: date, showtimeTime: time };
  return { ...showtime, seatNumbers: [...seatNumbers], ...(replaces !== undefined && { replaces }) };
}

function screeningOf({ movieTitle: title, showtimeDate: date, showtimeTime: time }: Hold): Screening {
  return { title, date, time };
}

function ownHoldOf({ id, seatNumbers, expiresAt }: Hold): OwnHold {
  return { id, seatNumbers, expiresAt: Date.parse(expiresAt) };
}

function ownShareOf({ id, shareCode, seatNumbers, expiresAt }: Hold): OwnShare {
  return { id, shareCode, seatNumbers, expiresAt: Date.parse(expiresAt) };
}

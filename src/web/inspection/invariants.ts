import * as v from 'valibot';
import type { AnyMachineSnapshot } from 'xstate';
import { selectReviewed } from '#machines/bookingSelectors.ts';
import { isDeepSame } from '../../inspector/recording/plainData.ts';
import type { Frame } from '../../inspector/replay/replayRecording.ts';
import { isSeatSelection, MAXIMUM_SEATS, sortSeats } from '#domain/seats.ts';

/** A rule that holds in every state of a machine, whatever happens. */
export interface Invariant {
  /** The machine's id. */
  readonly machine: string;
  readonly rule: string;
  readonly holds: (snapshot: AnyMachineSnapshot) => boolean;
}

/** The invariants of the product that a snapshot shows; the walks through every state and each replay hold machines to them. */
const INVARIANTS: readonly Invariant[] = [
  {
    machine: 'booking',
    rule: `the selection holds at most ${MAXIMUM_SEATS} seats of the hall, ascending, none twice`,
    holds: ({ context: { selected } }) =>
      selected.length === 0 || (isSeatSelection(selected) && isSame(selected, sortSeats(selected))),
  },
  {
    machine: 'booking',
    rule: 'no seat of the selection is booked, and those booked ascend',
    holds: (snapshot) =>
      !snapshot.matches({ choosing: 'hall' }) ||
      (isSame(snapshot.context.booked, sortSeats(snapshot.context.booked)) &&
        !snapshot.context.selected.some((seat: number) => snapshot.context.booked.includes(seat))),
  },
  {
    machine: 'command',
    rule: 'the password is in memory only while the outcome is unknown',
    holds: (snapshot) =>
      snapshot.context.password === '' ||
      snapshot.matches('starting') ||
      snapshot.matches('calling') ||
      snapshot.matches('unsettled'),
  },
  {
    machine: 'confirmation',
    rule: 'the second call is made three times at most',
    holds: ({ context }) => context.attempts <= 3,
  },
  {
    machine: 'session',
    rule: 'signed in there is a user, otherwise neither user nor ticket, and never a token',
    holds: (snapshot) => {
      const { user, tickets } = snapshot.context;
      if (snapshot.matches('signedIn')) return user !== undefined && !('token' in user);
      return snapshot.matches('restoring') || (user === undefined && tickets.length === 0);
    },
  },
  {
    machine: 'session',
    rule: 'no ticket is listed twice',
    holds: ({ context: { tickets } }) => new Set(tickets.map(({ id }: { id: string }) => id)).size === tickets.length,
  },
  {
    machine: 'authDialog',
    rule: 'closed, it holds no password',
    holds: (snapshot) =>
      !snapshot.matches('closed') ||
      (snapshot.context.values.password === '' && snapshot.context.values.confirmPassword === ''),
  },
  {
    machine: 'changePassword',
    rule: 'done, it holds no password',
    holds: (snapshot) =>
      !snapshot.matches('done') || Object.values(snapshot.context.values).every((text) => text === ''),
  },
  {
    machine: 'overlay',
    rule: 'it covers the page only while calls are pending, and counts none that there is not',
    holds: (snapshot) => {
      const { pending } = snapshot.context;
      return snapshot.matches('visible') || snapshot.matches('dismissed') ? pending > 0 : pending === 0;
    },
  },
  {
    machine: 'toasts',
    rule: 'no two toasts share an id',
    holds: ({ context: { toasts } }) => new Set(toasts.map(({ id }: { id: number }) => id)).size === toasts.length,
  },
];

/** The rules that a snapshot breaks, in words. */
export function brokenInvariants(snapshot: AnyMachineSnapshot): string[] {
  return INVARIANTS.filter(({ machine, holds }) => machine === snapshot.machine.id && !holds(snapshot)).map(
    ({ machine, rule }) => `${machine}: ${rule}`,
  );
}

/** The rules that a frame of a visit breaks: those of each machine's snapshot, and what holds of the visit as a whole. */
export function brokenRules({ machines }: Frame, before: Frame | undefined): string[] {
  const user: unknown = machines.get('app/session')?.context.user;
  const isInDebt = v.is(v.object({ balance: v.pipe(v.number(), v.maxValue(-1)) }), user);
  return [
    ...[...machines.values()].flatMap(brokenInvariants),
    ...(isInDebt ? ['session: the balance is never below 0'] : []),
    ...(buysAsReviewed(before, machines) ? [] : ['purchase: what is bought is what was reviewed']),
  ];
}

const PURCHASE = 'app/purchase';

function buysAsReviewed(before: Frame | undefined, machines: Frame['machines']): boolean {
  const bought = machines.get(PURCHASE);
  if (bought === undefined || before?.machines.get(PURCHASE)?.status === 'active') return true;
  const reviewing = [...(before?.machines.values() ?? [])].find(
    (snapshot) => snapshot.machine.id === 'booking' && snapshot.matches({ choosing: { hall: 'confirming' } }),
  );
  return reviewing === undefined || isDeepSame(selectReviewed(reviewing), bought.context.command.booking);
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

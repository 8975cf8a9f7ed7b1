import type { AnyMachineSnapshot } from 'xstate';
import { isSeatSelection, MAXIMUM_SEATS, sortSeats } from '#domain/seats.ts';

/** What holds in every state of a machine, whatever happens. */
export interface Invariant {
  /** The machine's id. */
  readonly machine: string;
  readonly says: string;
  readonly holds: (snapshot: AnyMachineSnapshot) => boolean;
}

/** The invariants of the product that a snapshot shows; the walks through every state and each replay hold machines to them. */
const INVARIANTS: readonly Invariant[] = [
  {
    machine: 'booking',
    says: `the selection holds at most ${MAXIMUM_SEATS} seats of the hall, ascending, none twice`,
    holds: ({ context: { selected } }) =>
      selected.length === 0 || (isSeatSelection(selected) && isSame(selected, sortSeats(selected))),
  },
  {
    machine: 'booking',
    says: 'no seat of the selection is booked, and those booked ascend',
    holds: (snapshot) =>
      !snapshot.matches({ choosing: 'hall' }) ||
      (isSame(snapshot.context.booked, sortSeats(snapshot.context.booked)) &&
        !snapshot.context.selected.some((seat: number) => snapshot.context.booked.includes(seat))),
  },
  {
    machine: 'intent',
    says: 'the password is in memory only while the outcome is unknown',
    holds: (snapshot) =>
      snapshot.context.password === '' || snapshot.matches('calling') || snapshot.matches('unsettled'),
  },
  {
    machine: 'confirmation',
    says: 'the second call is made three times at most',
    holds: ({ context }) => context.attempts <= 3,
  },
  {
    machine: 'session',
    says: 'signed in there is a user, otherwise neither user nor ticket, and never a token',
    holds: (snapshot) => {
      const { user, tickets } = snapshot.context;
      if (snapshot.matches('signedIn')) return user !== undefined && !('token' in user);
      return snapshot.matches('restoring') || (user === undefined && tickets.length === 0);
    },
  },
  {
    machine: 'session',
    says: 'no ticket is listed twice',
    holds: ({ context: { tickets } }) => new Set(tickets.map(({ id }: { id: string }) => id)).size === tickets.length,
  },
  {
    machine: 'authDialog',
    says: 'closed, it holds no password',
    holds: (snapshot) =>
      !snapshot.matches('closed') ||
      (snapshot.context.values.password === '' && snapshot.context.values.confirmPassword === ''),
  },
  {
    machine: 'changePassword',
    says: 'done, it holds no password',
    holds: (snapshot) =>
      !snapshot.matches('done') || Object.values(snapshot.context.values).every((text) => text === ''),
  },
  {
    machine: 'overlay',
    says: 'it covers the page only while calls are pending, and counts none that there is not',
    holds: (snapshot) => {
      const { pending } = snapshot.context;
      return snapshot.matches('visible') || snapshot.matches('dismissed') ? pending > 0 : pending === 0;
    },
  },
  {
    machine: 'toasts',
    says: 'no two toasts share an id',
    holds: ({ context: { toasts } }) => new Set(toasts.map(({ id }: { id: number }) => id)).size === toasts.length,
  },
];

/** What a snapshot breaks, in words. */
export function brokenInvariants(snapshot: AnyMachineSnapshot): string[] {
  return INVARIANTS.filter(({ machine, holds }) => machine === snapshot.machine.id && !holds(snapshot)).map(
    ({ machine, says }) => `${machine}: ${says}`,
  );
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

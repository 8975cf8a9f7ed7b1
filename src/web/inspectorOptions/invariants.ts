import type { AnyMachineSnapshot } from 'xstate';
import { selectReviewed } from '#machines/hallSelectors.ts';
import { isDeepSame, type Frame } from 'xstate-visit/check';
import { soldSeats } from '#domain/hall.ts';
import { isSeatSelection, MAXIMUM_SEATS, seatsInBoth, seatsWithout, sortSeats } from '#domain/seats.ts';

/** A rule that holds in every state of a machine. */
export interface Invariant {
  /** The machine's id. */
  readonly machine: string;
  readonly rule: string;
  readonly holds: (snapshot: AnyMachineSnapshot) => boolean;
}

/** The invariants that a single snapshot shows. The walks through every state and every replay check them. */
const INVARIANTS: readonly Invariant[] = [
  {
    machine: 'hall',
    rule: `the selection has at most ${MAXIMUM_SEATS} different seats of the hall, in ascending order`,
    holds: ({ context: { selected } }) =>
      selected.length === 0 || (isSeatSelection(selected) && isSame(selected, sortSeats(selected))),
  },
  {
    machine: 'hall',
    rule: 'no selected seat is sold unless its purchase runs',
    holds: ({ context }) =>
      seatsInBoth(seatsWithout(context.selected, context.inPurchase), soldSeats(context)).length === 0,
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
    machine: 'recordSeats',
    rule: 'it makes the second call at most three times',
    holds: ({ context }) => context.attempts <= 3,
  },
  {
    machine: 'session',
    rule: 'it has a user, without the token, while signed in, and neither user nor tickets while signed out or unreachable',
    holds: (snapshot) => {
      const { user, tickets } = snapshot.context;
      if (snapshot.matches('signedIn')) return user !== undefined && !('token' in user);
      return snapshot.matches('restoring') || (user === undefined && tickets.length === 0);
    },
  },
  {
    machine: 'session',
    rule: 'the balance is never below 0',
    holds: ({ context: { user } }) => user === undefined || user.balance >= 0,
  },
  {
    machine: 'session',
    rule: 'no ticket is listed twice',
    holds: ({ context: { tickets } }) => new Set(tickets.map(({ id }: { id: string }) => id)).size === tickets.length,
  },
  ...['authDialog', 'changePassword', 'commandDialog', 'amountForm', 'myTickets'].map((machine) => ({
    machine,
    rule: 'it keeps no password',
    holds: ({ context }: AnyMachineSnapshot) => !hasPassword(context),
  })),
  {
    machine: 'overlay',
    rule: 'it has pending requests while it covers the page or is dismissed, and none otherwise',
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

/** The invariants that a snapshot breaks, as `machine: rule`. */
export function brokenInvariants(snapshot: AnyMachineSnapshot): string[] {
  return INVARIANTS.filter(({ machine, holds }) => machine === snapshot.machine.id && !holds(snapshot)).map(
    ({ machine, rule }) => `${machine}: ${rule}`,
  );
}

/** The rules that a frame of a recorded visit breaks: the invariants of each machine, and rules about several machines. */
export function brokenRules({ machines }: Frame, before: Frame | undefined): string[] {
  return [
    ...[...machines.values()].flatMap(brokenInvariants),
    ...(buysAsReviewed(before, machines) ? [] : ['purchase: the booking is the one that the user reviewed']),
  ];
}

const PURCHASE = 'app/purchase';

function buysAsReviewed(before: Frame | undefined, machines: Frame['machines']): boolean {
  const bought = machines.get(PURCHASE);
  if (bought?.status !== 'active' || before?.machines.get(PURCHASE)?.status === 'active') return true;
  const reviewing = [...(before?.machines.values() ?? [])].find(
    (snapshot) => snapshot.machine.id === 'hall' && snapshot.matches({ seats: { shown: { reviewing: 'confirming' } } }),
  );
  return reviewing === undefined || isDeepSame(selectReviewed(reviewing), bought.context.command.booking);
}

/** Whether data contains a text under a key that names a password. */
function hasPassword(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data).some(([key, item]) =>
    typeof item === 'string' ? /password/i.test(key) && item !== '' : hasPassword(item),
  );
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

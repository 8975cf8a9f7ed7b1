import { basename } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { emptySignUp } from '#domain/credentials.ts';
import { isSeatSelection } from '#domain/seats.ts';
import { sentences } from '#domain/sentences.ts';
import type { AppEvent } from '#machines/appMachine.ts';
import type { AuthDialogEvent } from '#machines/authDialogMachine.ts';
import type { CancelTicketEvent } from '#machines/cancelTicketMachine.ts';
import type { SessionEvent } from '#machines/sessionMachine.ts';
import type { TopUpEvent } from '#machines/topUpMachine.ts';
import type { TransactionsEvent } from '#machines/transactionsMachine.ts';
import type { WithdrawEvent } from '#machines/withdrawMachine.ts';
import { selectReviewed } from '#machines/bookingSelectors.ts';
import { isRunning } from '#machines/intentStage.ts';
import { begunPurchase, screening } from '../fixtures/bookingFixture.ts';
import { START } from '../fixtures/commands.ts';
import type { AnyMachineFixture } from '../fixtures/machineFixture.ts';
import { machineFixtures } from '../fixtures/machineFixtures.ts';
import { ticketOf } from '../fixtures/people.ts';
import { coverageTable, walk, type Step } from './walk.ts';

afterAll(() => {
  process.stdout.write(`\n${coverageTable()}`);
});

describe('everywhere a machine can go', () => {
  test('every machine has a fixture, by which it is walked through', () => {
    const ids = Object.keys(import.meta.glob('../../machines/*Machine.ts')).map((path) =>
      basename(path).replace('Machine.ts', ''),
    );
    expect(ids.length).toBeGreaterThan(15);
    const missing = ids.filter((id) => !(id in machineFixtures));
    expect(
      missing.map((id) => `machines/${id}Machine.ts has no fixture: add one to tests/fixtures/machineFixtures.ts`),
    ).toEqual([]);
  });

  test.each(Object.entries<AnyMachineFixture>(machineFixtures))(
    '%s: every state is reached, every transition is taken and no invariant breaks',
    (id, fixture) => {
      expect(fixture.machine.id).toBe(id);
      const { states, steps, missedStates, missedTransitions, broken } = walk(fixture);
      expect([states.length, steps.length]).not.toContain(0);
      expect(
        { missedStates, missedTransitions, broken },
        `what happens to ${id} in tests/fixtures leads into every state`,
      ).toEqual({ missedStates: [], missedTransitions: [], broken: [] });
    },
  );
});

describe('booking: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.booking);

  test('a purchase begins by a confirm in the dialog and by nothing else, with what was reviewed, a user, and old enough', () => {
    const starts = steps.filter(({ started }) => started.length > 0);
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from, started, to } of starts) {
      const confirmed = event.type === 'purchase.confirm' ? event.reviewed : undefined;
      expect(confirmed).toEqual(selectReviewed(from));
      expect({ viewer: from.context.viewer, order: started }).toEqual({
        viewer: { age: 30, balance: 500_000 },
        order: [{ intent: { kind: 'purchase', booking: confirmed, movieId: 7 }, password: '' }],
      });
      expect(from.matches({ choosing: { hall: 'confirming' } })).toBe(true);
      expect(isSeatSelection(from.context.selected)).toBe(true);
      expect(to.context.purchase).toEqual(begunPurchase(selectReviewed(from)));
    }
  });

  test('no purchase begins while one is running', () => {
    const begun = steps.filter(({ from }) => isRunning(from.context.purchase));
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.filter(({ started }) => started.length > 0)).toEqual([]);
  });

  test('seats show only while a showtime is chosen', () => {
    for (const { context, value } of states.filter((state) => state.matches({ choosing: 'hall' }))) {
      expect({ value, screening: context.screening }).toEqual({ value, screening });
    }
    for (const { context } of states.filter((state) => state.matches({ choosing: 'choosingShowtime' }))) {
      expect(context.selected).toEqual([]);
    }
  });
});

describe('intent: everywhere it can go', () => {
  const confirmed = machineFixtures.intent.inputs ?? [];
  const { states, steps } = walk(machineFixtures.intent);

  test('what was confirmed is what is asked, in every call and for ever the same', () => {
    const asked = startsOf(steps, 'carryOut').map(({ input }) => JSON.stringify(input));
    expect(new Set(asked)).toEqual(new Set(confirmed.map((each) => JSON.stringify(each))));
  });

  test('the password is in memory only while the outcome is unknown', () => {
    for (const { context, value } of states) {
      const asked = confirmed.find(({ idempotencyKey }) => idempotencyKey === context.idempotencyKey);
      const isUnknown = value === 'calling' || typeof value === 'object';
      expect({ value, password: context.password }).toEqual({ value, password: isUnknown ? asked?.password : '' });
    }
  });

  test('a change is told once, when it is answered, and nothing is asked after it', () => {
    for (const step of steps) {
      const changes = toldIn(step).filter(({ type }) => type === 'tickets.booked' || type === 'balance.changed');
      expect(changes).toEqual(step.event.type === 'xstate.done.actor.carryOut' ? [step.event.output] : []);
      if (step.from.context.change !== undefined) expect(startsActor(step, 'carryOut')).toBe(false);
    }
  });

  test('an unknown outcome is told once, and so is that it is known', () => {
    for (const step of steps) {
      const { from, to } = step;
      const changes = { from: from.matches('unsettled'), to: to.matches('unsettled') };
      const told = toldIn(step).flatMap(({ type }) => (type.startsWith('intents.') ? [type] : []));
      if (changes.from === changes.to) expect(told).toEqual([]);
      else expect(told).toEqual([changes.to ? 'intents.unsettled' : 'intents.settled']);
    }
  });
});

describe('confirmation: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.confirmation);

  test('it asks three times at most, and ends with what happened', () => {
    for (const state of states) expect(state.context.attempts).toBeLessThanOrEqual(3);
    for (const { input } of startsOf(steps, 'confirm')) expect(input).toEqual({ ticket: ticketOf('t1'), movieId: 7 });
    const ended = states.filter(({ status }) => status === 'done');
    expect(new Set(ended.map(({ output, value }) => `${value}: ${String(output)}`))).toEqual(
      new Set(['done: confirmed', 'givenUp: givenUp']),
    );
  });
});

describe('live seats: everywhere they can go', () => {
  const { states, steps } = walk(machineFixtures.seatFeed);

  test('they are of one screening; what is learned of it is told, and nothing else', () => {
    for (const { context } of states) expect(context).toEqual(screening);
    for (const { event, sent } of steps) {
      const learned: (readonly number[])[] = [];
      if (event.type === 'seats.told') learned.push(event.seatNumbers);
      if (event.type === 'xstate.done.actor.loadSeats') learned.push(event.output);
      expect(sent).toEqual(learned.map((seatNumbers) => ({ type: 'seats.changed', seatNumbers })));
    }
  });
});

describe('intents: everywhere they can go', () => {
  const kinds = ['purchase', 'cancellation', 'topUp', 'withdrawal'] as const;
  const { states, steps } = walk(machineFixtures.intents);

  test('a region runs its intent and nothing else, and remembers none', () => {
    for (const { children, context, value } of states) {
      const running = kinds.filter((kind) => value[kind] !== 'idle');
      expect(Object.keys(children).toSorted(byName)).toEqual(running.toSorted(byName));
      expect(context).toEqual({});
    }
  });

  test('an intent begins by a start while there is none of its kind, and by nothing else', () => {
    for (const kind of kinds) {
      const starts = startsOf(steps, kind);
      expect(new Set(starts.map(({ step }) => step.event.type))).toEqual(new Set([`${kind}.start`]));
      expect(new Set(starts.map(({ step }) => step.from.value[kind]))).toEqual(new Set(['idle']));
    }
  });

  test('a visitor who leaves is told to every intent that runs; what an intent tells is emitted in its order', () => {
    for (const { event, emitted, from, sent } of steps) {
      const isLeaving = event.type === 'visitor.left' || event.type === 'session.ended';
      expect(sent).toEqual(isLeaving ? Object.keys(from.children).map(() => event) : []);
      expect(emitted).toEqual(event.type === 'intent.told' ? event.told : []);
    }
  });
});

describe('session: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.session);

  test('signed out or out of reach there is no user and no ticket, signed in there is a user, never a token', () => {
    const nobody = { user: undefined, tickets: [], failure: '' };
    for (const state of states) {
      if (state.matches('signedOut')) expect(state.context).toEqual({ ...nobody, keptTickets: [], attempts: 0 });
      if (state.matches('unreachable')) expect(state.context).toMatchObject(nobody);
      if (state.matches('signedIn')) expect(state.context.user).toBeDefined();
      expect(JSON.stringify(state.context)).not.toContain('secret');
    }
  });

  test('what this device keeps is in memory only while the cinema is out of reach, and so are the attempts', () => {
    for (const { context } of states.filter((state) => !state.matches('unreachable'))) {
      expect({ kept: context.keptTickets, attempts: context.attempts }).toEqual({ kept: [], attempts: 0 });
    }
  });

  test('another user never starts with the tickets of the one before', () => {
    const changes = steps.filter(
      ({ event, from, to }) =>
        !event.type.endsWith('Account') && to.context.user && from.context.user?.id !== to.context.user.id,
    );
    expect(changes.some(({ from }) => from.context.tickets.length > 0)).toBe(true);
    for (const { to } of changes) expect(to.context.tickets).toEqual([]);
  });

  test('the tickets that this device keeps go with LOG OUT and with a session that the server ended, not with a lost connection', () => {
    const forgets = steps.filter(({ actions }) => actions.some(({ type }) => type === 'forgetKeptTickets'));
    expect(new Set(forgets.map(({ event }) => event.type))).toEqual(
      new Set<SessionEvent['type']>(['session.signOut', 'session.ended']),
    );
    for (const { actions, event, from, to } of steps) {
      if (event.type === 'session.signOut' && from.matches('signedIn'))
        expect(forgets.map((each) => each.to)).toContain(to);
      if (event.type === 'tickets.cancelled' && from.matches('signedIn')) {
        expect(actions.map(({ type }) => type)).toContain('dropKeptTicket');
      }
    }
  });

  test('whoever comes to be signed out has no token any more, and nobody else loses it', () => {
    const leavings = steps.filter(({ from, to }) => to.matches('signedOut') && !from.matches('signedOut'));
    expect(leavings.length).toBeGreaterThan(0);
    for (const step of steps) {
      expect(step.actions.some(({ type }) => type === 'removeToken')).toBe(leavings.includes(step));
    }
  });

  test('only a failed list and a session that the server ended are worth a word', () => {
    const told = steps.filter(({ emitted }) => emitted.some(({ type }) => type === 'notify'));
    expect(new Set(told.map(({ event }) => event.type))).toEqual(
      new Set<(typeof told)[number]['event']['type']>(['session.ended', 'xstate.error.actor.loadTickets']),
    );
  });
});

describe('sign-in dialog: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.authDialog);

  test('a closed dialog holds nothing', () => {
    for (const { context } of states.filter((state) => state.matches('closed'))) {
      expect(context).toEqual({ values: emptySignUp, touched: [], failure: undefined });
    }
  });

  test('no call begins but by a submit', () => {
    const starts = steps.filter((step) => startsActor(step, 'signIn') || startsActor(step, 'signUp'));
    expect(new Set(starts.map(({ event }) => event.type))).toEqual(new Set<AuthDialogEvent['type']>(['auth.submit']));
  });
});

describe('cancel dialog: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.cancelTicket);

  test('no password is ever in memory', () => {
    for (const { context } of states) expect(JSON.stringify(context)).not.toContain('popcorn!');
  });

  test('a cancellation begins by a confirm with a password while none is running, and by nothing else', () => {
    const starts = steps.filter(({ started }) => started.length > 0);
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from, started } of starts) {
      expect({ event, from: from.value, order: started }).toEqual({
        event: { type: 'cancel.confirm', password: 'popcorn!' } satisfies CancelTicketEvent,
        from: 'askingPassword',
        order: [{ intent: { kind: 'cancellation', ticket: from.context.ticket }, password: 'popcorn!' }],
      });
      expect(isRunning(from.context.intent)).toBe(false);
    }
  });

  test('a closed dialog is about no ticket', () => {
    for (const { context } of states.filter((state) => state.matches('closed'))) {
      expect({ ticket: context.ticket, failure: context.failure }).toEqual({ ticket: undefined, failure: undefined });
    }
  });
});

describe('ticket: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.ticket);

  test('signed out, a ticket shows only when this device keeps it, and never unmarked', () => {
    for (const state of states.filter(({ context }) => context.session.standing === 'signedOut')) {
      expect(state.value).toEqual(state.context.keptTicket === undefined ? 'guarded' : { shown: 'saved' });
    }
  });

  test('only what the cinema knows is kept, and only a live ticket goes to a calendar', () => {
    for (const { actions, from, to } of steps) {
      const kept = actions.find(({ type }) => type === 'keepTicket');
      if (kept !== undefined) expect(kept.params).toEqual({ userId: 'u1', ticket: ticketOf('t1') });
      if (actions.some(({ type }) => type === 'saveCalendar')) expect(from.context.now).toBeLessThan(START);
      if (to.hasTag('shown')) expect(to.context.session.ticket ?? to.context.keptTicket).toBeDefined();
    }
  });
});

describe('top-up: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.topUp);

  test('nothing but a preset is ever chosen, and a top-up begins by a confirm in the dialog while none is running', () => {
    expect(new Set(states.map(({ context }) => context.amount))).toEqual(new Set([undefined, 50_000]));
    const starts = steps.filter(({ started }) => started.length > 0);
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from, started } of starts) {
      expect({ event, from: from.value, order: started }).toEqual({
        event: { type: 'topUp.confirm' } satisfies TopUpEvent,
        from: 'confirming',
        order: [{ intent: { kind: 'topUp', amount: 50_000 }, password: '' }],
      });
      expect(isRunning(from.context.intent)).toBe(false);
    }
  });
});

describe('withdraw: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.withdraw);

  test('no password is ever in memory', () => {
    for (const { context } of states) expect(JSON.stringify(context)).not.toContain('popcorn!');
  });

  test('a withdrawal begins by a confirm with amount and password while none is running, and by nothing else', () => {
    const starts = steps.filter(({ started }) => started.length > 0);
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from, started } of starts) {
      expect({ event, from: from.value, order: started }).toEqual({
        event: { type: 'withdraw.confirm', password: 'popcorn!' } satisfies WithdrawEvent,
        from: 'confirming',
        order: [{ intent: { kind: 'withdrawal', amount: 50_000 }, password: 'popcorn!' }],
      });
      expect(isRunning(from.context.intent)).toBe(false);
    }
  });
});

describe('transactions: everywhere they can go', () => {
  const { states, steps } = walk(machineFixtures.transactions);

  test('more is asked for only by the visitor, only while there is more, and one page at a time', () => {
    const starts = steps.filter((step) => startsActor(step, 'loadMore'));
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from } of starts) {
      expect({ event, next: from.context.next }).toEqual({
        event: { type: 'transactions.showMore' } satisfies TransactionsEvent,
        next: '2',
      });
      expect(from.hasTag('busy')).toBe(false);
    }
  });

  test('a failure is told only while it stands', () => {
    for (const state of states) {
      const failed = state.matches('failed') || state.matches('moreFailed');
      expect(state.context.failure).toBe(failed ? sentences.unreachable : '');
    }
  });
});

describe('overlay: everywhere it can go', () => {
  const { states } = walk(machineFixtures.overlay);

  test('it never counts below zero, and covers the page only while it counts', () => {
    for (const state of states) {
      const counts = state.matches('visible') || state.matches('dismissed');
      expect({ counts, pending: state.context.pending >= 0 }).toEqual({
        counts: state.context.pending > 0,
        pending: true,
      });
    }
  });
});

describe('root: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.app);

  test('it owns nothing but its children, and keeps every one of them wherever it goes', () => {
    const children = Object.keys(states[0]?.children ?? {}).toSorted(byName);
    expect(children).toEqual(['authDialog', 'movies', 'overlay', 'session', 'shell', 'theme', 'toasts', 'watchCalls']);
    for (const { event, from, to } of steps) {
      if (event.type === 'intents.provided') continue;
      expect(to.context.intents).toBe(from.context.intents);
      expect(Object.values(to.children)).toEqual(Object.values(from.children));
    }
  });

  test('the dialog opens for a visitor who is known to be signed out, or when it is asked for', () => {
    const openings = steps.filter(({ sent }) => sent.some(({ type }) => type === 'auth.open'));
    expect(openings.length).toBeGreaterThan(0);
    for (const { event, to } of openings) {
      expect(event.type === 'auth.required' || to.matches({ visitor: 'signedOut' })).toBe(true);
    }
  });

  test('the intents are spawned once, by the first page that can confirm something', () => {
    const second = steps.filter(({ event, from }) => event.type === 'intents.provided' && from.context.intents);
    expect(second.length).toBeGreaterThan(0);
    for (const { from, to } of second) expect(to.context.intents).toBe(from.context.intents);
  });

  test('the intents are told of every visitor who leaves or comes anew', () => {
    const leavings = new Set<string>([
      'session.restoring',
      'session.signedOut',
      'auth.succeeded',
    ] satisfies AppEvent['type'][]);
    for (const { event, sent } of steps.filter(({ from }) => from.context.intents !== undefined)) {
      const told = sent.filter(({ type }) => type === 'visitor.left').length;
      expect({ event: event.type, told }).toEqual({ event: event.type, told: leavings.has(event.type) ? 1 : 0 });
    }
  });
});

/** What an intent tells its parent in a step. */
function toldIn({ sent }: Step) {
  return sent.flatMap((event): { type: string }[] => (event.type === 'intent.told' ? event['told'] : []));
}

function startsActor({ from, to }: Step, id: string): boolean {
  return to.children[id] !== undefined && to.children[id] !== from.children[id];
}

/** The steps that started an actor, with what it was given. */
function startsOf(steps: readonly Step[], id: string): { step: Step; input: unknown }[] {
  return steps
    .filter((step) => startsActor(step, id))
    .map((step) => ({ step, input: step.to.children[id]?.getSnapshot().input }));
}

/** What a named action was given, each time it ran. */

function byName(a: string, b: string): number {
  return a.localeCompare(b);
}

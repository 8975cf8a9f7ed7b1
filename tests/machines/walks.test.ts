import { basename } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { emptySignUp } from '#domain/credentials.ts';
import { isSeatSelection } from '#domain/seats.ts';
import { messages } from '#domain/messages.ts';
import type { AppEvent } from '#machines/appMachine.ts';
import type { AuthDialogEvent } from '#machines/authDialogMachine.ts';
import { type ConfirmDialogEvent, selectAmount } from '#machines/confirmDialogMachine.ts';
import type { SessionEvent } from '#machines/sessionMachine.ts';
import type { TransactionsEvent } from '#machines/transactionsMachine.ts';
import { selectReviewed } from '#machines/bookingSelectors.ts';
import { isRunning } from '#machines/commandProgress.ts';
import { purchaseOf, screening } from '../fixtures/bookingFixture.ts';
import { confirmed, START } from '../fixtures/commands.ts';
import type { AnyMachineFixture } from '../fixtures/machineFixture.ts';
import { machineFixtures } from '../fixtures/machineFixtures.ts';
import { ticketOf } from '../fixtures/people.ts';
import { coverageTable, walk, type Step } from './walk.ts';

afterAll(() => {
  process.stdout.write(`\n${coverageTable()}`);
});

describe('everywhere a machine can go', () => {
  test('every machine has a fixture, by which it is walked through', () => {
    const ids = Object.keys(import.meta.glob('../../machines/*Machine.ts')).map((path) => basename(path, 'Machine.ts'));
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
      expect(states).not.toEqual([]);
      expect(steps.length > 0, 'a machine with transitions takes steps').toBe(fixture.machine.events.length > 0);
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
        order: [{ command: { ...purchaseOf(selectReviewed(from)), beside: from.context.beside }, password: '' }],
      });
      expect(from.matches({ choosing: { hall: 'confirming' } })).toBe(true);
      expect(isSeatSelection(from.context.selected)).toBe(true);
      expect(to.matches('purchasing')).toBe(true);
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

describe('command: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.command);

  test('what was confirmed is what is requested, in every call and for ever the same', () => {
    const inputs = startsOf(steps, 'carryOut').map(({ input }) => JSON.stringify(input));
    const requests = Object.values(confirmed).map((each) => JSON.stringify({ ...each, idempotencyKey: 'key-1' }));
    expect(new Set(inputs)).toEqual(new Set(requests));
  });

  test('the password is in memory only while the outcome is unknown', () => {
    for (const { context, value } of states) {
      const isUnknown = value === 'starting' || value === 'calling' || typeof value === 'object';
      const { password } = confirmed[context.command.kind];
      expect({ value, password: context.password }).toEqual({ value, password: isUnknown ? password : '' });
    }
  });

  test('a change is emitted once, when it is answered, and nothing is requested after it', () => {
    for (const step of steps) {
      const changes = step.sent.filter(({ type }) => type === 'tickets.booked' || type === 'balance.changed');
      expect(changes).toEqual(step.event.type === 'xstate.done.actor.carryOut' ? [step.event.output] : []);
      if (step.from.context.change !== undefined) expect(startsActor(step, 'carryOut')).toBe(false);
    }
  });

  test('an unknown outcome is emitted once, and so is that it is known', () => {
    for (const step of steps) {
      const { from, to } = step;
      const changes = { from: from.matches('unsettled'), to: to.matches('unsettled') };
      const notices = step.sent.flatMap(({ type }) => (type.startsWith('command.') ? [type] : []));
      if (changes.from === changes.to) expect(notices).toEqual([]);
      else expect(notices).toEqual([changes.to ? 'command.unsettled' : 'command.settled']);
    }
  });
});

describe('recordSeats: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.recordSeats);

  test('it requests three times at most, and ends with what happened', () => {
    for (const state of states) expect(state.context.attempts).toBeLessThanOrEqual(3);
    for (const { input } of startsOf(steps, 'sendSeats')) expect(input).toEqual({ ticket: ticketOf('t1'), movieId: 7 });
    const ended = states.filter(({ status }) => status === 'done');
    expect(new Set(ended.map(({ output, value }) => `${value}: ${String(output)}`))).toEqual(
      new Set(['done: confirmed', 'givenUp: givenUp']),
    );
  });
});

describe('live seats: everywhere they can go', () => {
  const { states, steps } = walk(machineFixtures.seatFeed);

  test('they are of one screening; what is learned of it is emitted, and nothing else', () => {
    for (const { context } of states) expect(context).toEqual(screening);
    for (const { event, sent } of steps) {
      const learned: (readonly number[])[] = [];
      if (event.type === 'seats.received') learned.push(event.seatNumbers);
      if (event.type === 'xstate.done.actor.loadSeats') learned.push(event.output);
      expect(sent).toEqual(learned.map((seatNumbers) => ({ type: 'seats.changed', seatNumbers })));
    }
  });
});

describe('session: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.session);

  test('signed out or out of reach there is no user and no ticket, signed in there is a user, never a token', () => {
    const nobody = { user: undefined, tickets: [], failure: '' };
    for (const state of states) {
      if (state.matches('signedOut')) expect(state.context).toEqual({ ...nobody, savedTickets: [], attempts: 0 });
      if (state.matches('unreachable')) expect(state.context).toMatchObject(nobody);
      if (state.matches('signedIn')) expect(state.context.user).toBeDefined();
      expect(JSON.stringify(state.context)).not.toContain('secret');
    }
  });

  test('what this device stores is in memory only while the cinema is out of reach, and so are the attempts', () => {
    for (const { context } of states.filter((state) => !state.matches('unreachable'))) {
      expect({ saved: context.savedTickets, attempts: context.attempts }).toEqual({ saved: [], attempts: 0 });
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

  test('the tickets that this device stores go with LOG OUT and with a session that the server ended, not with a lost connection', () => {
    const forgets = steps.filter(({ actions }) => actions.some(({ type }) => type === 'forgetSavedTickets'));
    expect(new Set(forgets.map(({ event }) => event.type))).toEqual(
      new Set<SessionEvent['type']>(['session.signOut', 'session.ended']),
    );
    for (const step of steps) {
      const { event, from } = step;
      const isAsking = from.matches('restoring') || from.matches({ unreachable: 'retrying' });
      const isEnded = event.type === 'session.ended' && (isAsking || from.matches('signedIn'));
      const isLeft = event.type === 'session.signOut' && from.matches('signedIn');
      expect(forgets.includes(step)).toBe(isEnded || isLeft);
      if (event.type === 'tickets.cancelled' && from.matches('signedIn')) {
        expect(step.actions.map(({ type }) => type)).toContain('dropSavedTicket');
      }
    }
  });

  test('removes the token on every way to be signed out and nowhere else, and revokes it on LOG OUT', () => {
    const idle = { signedOut: 'idle' } as const;
    const arrivals = steps.filter(({ from, to }) => to.matches(idle) && !from.matches(idle));
    expect(arrivals.length).toBeGreaterThan(0);
    for (const step of steps) {
      expect(step.actions.some(({ type }) => type === 'removeToken')).toBe(arrivals.includes(step));
    }
    const revocations = steps.filter((step) => startsActor(step, 'revokeToken'));
    expect(new Set(revocations.map(({ event }) => event.type))).toEqual(
      new Set<SessionEvent['type']>(['session.signOut']),
    );
  });

  test('only a failed list and a session that the server ended are worth a word', () => {
    const notices = steps.filter(({ sent }) => sent.some(({ type }) => type === 'notify'));
    expect(new Set(notices.map(({ event }) => event.type))).toEqual(
      new Set<(typeof notices)[number]['event']['type']>(['session.ended', 'xstate.error.actor.loadAccount']),
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

describe('confirmDialog: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.confirmDialog);

  test('no password is ever in memory', () => {
    for (const { context } of states) expect(JSON.stringify(context)).not.toContain('popcorn!');
  });

  test('a command begins by a confirm in the dialog, with its password, while none is running, and by nothing else', () => {
    const starts = steps.filter(({ started }) => started.length > 0);
    expect(new Set(starts.map(({ from }) => from.context.kind))).toEqual(
      new Set(['topUp', 'withdrawal', 'cancellation']),
    );
    for (const { event, from, started } of starts) {
      const { kind, ticket } = from.context;
      const password = event.type === 'dialog.confirm' ? event.password : undefined;
      const command = kind === 'cancellation' ? { kind, ticket } : { kind, amount: selectAmount(from) };
      expect({ from: from.value, started }).toEqual({ from: 'reviewing', started: [{ command, password }] });
      expect(kind === 'topUp' || password === 'popcorn!').toBe(true);
      expect(isRunning(from.context.command)).toBe(false);
    }
    expect(starts.every(({ event }) => event.type === ('dialog.confirm' satisfies ConfirmDialogEvent['type']))).toBe(
      true,
    );
  });

  test('nothing but a preset is paid in, at most Rp.500.000 is paid out, and no expired ticket is cancelled', () => {
    for (const { from, to } of steps.filter((step) => step.to.matches('reviewing') && step.from.matches('choosing'))) {
      const { kind, now, ticket } = to.context;
      if (kind === 'cancellation')
        expect([ticket?.id, from.context.now < START, now < START]).toEqual(['t1', true, true]);
      else expect([50_000, 75_000]).toContain(selectAmount(to));
    }
  });

  test('a closed dialog is about no ticket, and leaves no error on the page', () => {
    for (const { context } of states.filter((state) => state.matches('choosing'))) {
      expect(context.ticket).toBeUndefined();
    }
    const closings = steps.filter(({ from, to }) => from.matches('reviewing') && to.matches('choosing'));
    expect(closings.some(({ from }) => from.context.failure !== undefined)).toBe(true);
    for (const { to } of closings) expect(to.context.failure).toBeUndefined();
  });
});

describe('ticket: everywhere it can go', () => {
  const { states, steps } = walk(machineFixtures.ticket);

  test('signed out, a ticket shows only when this device stores it, and never unmarked', () => {
    for (const state of states.filter(({ context }) => context.session.status === 'signedOut')) {
      expect(state.value).toEqual(state.context.savedTicket === undefined ? 'guarded' : { shown: 'saved' });
    }
  });

  test('only what the cinema knows is saved, and only a live ticket goes to a calendar', () => {
    for (const { actions, from, to } of steps) {
      const saved = actions.find(({ type }) => type === 'saveTicket');
      if (saved !== undefined) expect(saved.params).toEqual({ userId: 'u1', ticket: ticketOf('t1') });
      if (actions.some(({ type }) => type === 'saveCalendar')) expect(from.context.now).toBeLessThan(START);
      if (to.hasTag('shown')) expect(to.context.session.ticket ?? to.context.savedTicket).toBeDefined();
    }
  });
});

describe('transactions: everywhere they can go', () => {
  const { states, steps } = walk(machineFixtures.transactions);

  test('more is requested only by the visitor, only while there is more, and one page at a time', () => {
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

  test('a failure is shown only while it stands', () => {
    for (const state of states) {
      const failed = state.matches('failed') || state.matches('moreFailed');
      expect(state.context.failure).toBe(failed ? messages.unreachable : '');
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

  test('runs the same children in every state, beside the page and the loading of its code', () => {
    const lasting = [
      'authDialog',
      'invite',
      'movies',
      'overlay',
      'session',
      'shell',
      'theme',
      'toasts',
      'watchStorage',
    ];
    for (const { to } of steps) {
      const children = Object.keys(to.children).filter(
        (id) => id !== 'page' && id !== 'loadPage' && !(id in confirmed),
      );
      expect(children.toSorted(byName)).toEqual(lasting);
    }
  });

  test('the machine of a page runs only while the page is shown', () => {
    expect(states.some(({ children }) => children.page !== undefined)).toBe(true);
    for (const state of states.filter(({ children }) => children.page !== undefined)) {
      expect(state.matches({ location: 'shown' })).toBe(true);
    }
  });

  test('a personal page is loaded and shown for a signed-in user only', () => {
    const opened = ['loading', 'shown', 'failed'] as const;
    const personal = states.filter(({ context }) => context.location?.personal === 'guarded');
    expect(personal.some((state) => state.matches({ location: 'shown' }))).toBe(true);
    for (const state of personal.filter((each) => opened.some((location) => each.matches({ location })))) {
      expect(state.value.visitor).toBe('signedIn');
    }
  });

  test('the dialog opens for a visitor who is known to be signed out, or when it is requested', () => {
    const openings = steps.filter(({ sent }) => sent.some(({ type }) => type === 'auth.open'));
    expect(openings.length).toBeGreaterThan(0);
    for (const { event, to } of openings) {
      expect(event.type === 'auth.required' || to.matches({ visitor: 'signedOut' })).toBe(true);
    }
  });

  test('a command is started while none of its kind is running, and by nothing else', () => {
    for (const { event, from, to } of steps.filter((step) => step.from.context.commands !== step.to.context.commands)) {
      const kind = event.type === 'command.start' ? event.confirmed.command.kind : 'purchase';
      expect([from.context.commands[kind], to.context.commands[kind]]).toEqual([undefined, to.children[kind]]);
    }
    const second = steps.filter(({ event, from }) => event.type === 'command.start' && from.context.commands.topUp);
    expect(second.length).toBeGreaterThan(0);
  });

  test('tells the commands when their user leaves or changes, and at no other time', () => {
    const leavings = new Set<string>([
      'session.restoring',
      'session.signedIn',
      'session.signedOut',
      'session.unreachable',
    ] satisfies AppEvent['type'][]);
    for (const { event, from, sent } of steps) {
      const notices = sent.filter(({ type }) => type === 'visitor.left').length;
      const running = Object.keys(from.context.commands).length;
      const leaves = leavings.has(event.type) && from.matches({ visitor: 'signedIn' });
      expect({ event: event.type, notices }).toEqual({ event: event.type, notices: leaves ? running : 0 });
    }
  });
});

function startsActor({ from, to }: Step, id: string): boolean {
  return to.children[id] !== undefined && to.children[id] !== from.children[id];
}

/** The steps that started an actor, with what it was given. */
function startsOf(steps: readonly Step[], id: string): { step: Step; input: unknown }[] {
  return steps
    .filter((step) => startsActor(step, id))
    .map((step) => ({ step, input: step.to.children[id]?.getSnapshot().input }));
}

function byName(a: string, b: string): number {
  return a.localeCompare(b);
}

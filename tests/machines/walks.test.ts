import { basename } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { assign, createMachine, type EventObject } from 'xstate';
import { emptySignUp } from '#domain/credentials.ts';
import { isSeatSelection, seatsInBoth, seatsWithout } from '#domain/seats.ts';
import type { AppEvent } from '#machines/appMachine.ts';
import type { AuthDialogEvent } from '#machines/authDialogMachine.ts';
import { selectAmount } from '#machines/amountFormMachine.ts';
import { holdForUser, ownPurchase, sharedSeats, soldSeats, unavailableSeats } from '#domain/hall.ts';
import type { ReceivedReport } from '#machines/seatFeedMachine.ts';
import type { SessionEvent } from '#machines/sessionMachine.ts';
import type { TransactionsEvent } from '#machines/transactionsMachine.ts';
import type { HallSnapshot } from '#machines/hallMachine.ts';
import { selectReviewed } from '#machines/hallSelectors.ts';
import { isRunning } from '#machines/commandProgress.ts';
import { purchaseOf, screening, screeningChoice, viewers } from '../fixtures/bookingFixture.ts';
import { confirmed, START } from '../fixtures/commands.ts';
import type { AnyMachineFixture } from '../fixtures/machineFixture.ts';
import { machineFixtures } from '../fixtures/machineFixtures.ts';
import { coverageTable, walk, type Step } from './walk.ts';

afterAll(() => {
  process.stdout.write(`\n${coverageTable()}`);
});

describe('every reachable state of a machine', () => {
  test('every machine has a fixture for its walk', () => {
    const ids = Object.keys(import.meta.glob('../../machines/*Machine.ts')).map((path) => basename(path, 'Machine.ts'));
    expect(ids.length).toBeGreaterThan(15);
    const missing = ids.filter((id) => !(id in machineFixtures));
    expect(
      missing.map((id) => `machines/${id}Machine.ts has no fixture: add one to tests/fixtures/machineFixtures.ts`),
    ).toEqual([]);
  });

  test.each(Object.entries<AnyMachineFixture>(machineFixtures))(
    '%s: the walk reaches every state, takes every transition and breaks no invariant',
    (id, fixture) => {
      expect(fixture.machine.id).toBe(id);
      const { states, steps, missedStates, missedTransitions, broken } = walk(fixture);
      expect(states).not.toEqual([]);
      expect(steps.length > 0, 'a machine with events takes steps').toBe(fixture.machine.events.length > 0);
      expect(
        { missedStates, missedTransitions, broken },
        `the events of ${id} in tests/fixtures lead to every state and transition`,
      ).toEqual({ missedStates: [], missedTransitions: [], broken: [] });
    },
  );
});

describe('a machine without an end', () => {
  test('fails its walk with the name of the machine and its last state', () => {
    const machine = createMachine({
      id: 'counter',
      context: { count: 0 },
      initial: 'counting',
      states: { counting: { on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } } } },
    });
    expect(() => walk({ machine, events: [{ type: 'add' }] }, 20)).toThrow(
      'counter has more than 20 states. Give its fixture fewer events or inputs, or remove what grows. The last state: "counting" with {"count":20}',
    );
  });
});

describe('passwords, in every reachable state', () => {
  const { command: _, ...others } = machineFixtures;

  test.each(Object.entries<AnyMachineFixture>(others))(
    '%s: no state contains a password of its events',
    (_, fixture) => {
      const { states, steps } = walk(fixture);
      const passwords = new Set([...new Set(steps.map(({ event }) => event))].flatMap(passwordsIn));
      if (passwords.size === 0) return;
      const kept = states.map((state) => JSON.stringify(state)).join('\n');
      expect([...passwords].filter((password) => kept.includes(password))).toEqual([]);
    },
  );

  test('the events of the forms and of the root contain passwords', () => {
    const forms: readonly AnyMachineFixture[] = [
      others.authDialog,
      others.changePassword,
      others.amountForm,
      others.myTickets,
      others.commandDialog,
      others.app,
    ];
    for (const fixture of forms) {
      expect(walk(fixture).steps.flatMap(({ event }) => passwordsIn(event))).not.toEqual([]);
    }
  });
});

describe('booking, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.booking);

  test('a hall is open only while its showtime is chosen', () => {
    expect(states.some((state) => state.matches({ choosing: 'hall' }))).toBe(true);
    for (const state of states) {
      const isOpen = state.matches({ choosing: 'hall' });
      expect({ value: state.value, isOpen: state.children.hall !== undefined }).toEqual({ value: state.value, isOpen });
      if (isOpen) expect(state.context.showtime).toEqual(screeningChoice);
    }
  });

  test('before a showtime is chosen, the dialog opens only for a user who may be signed in, and closes when the user signs out', () => {
    const isReviewing = (state: (typeof states)[number]) =>
      state.matches({ choosing: { choosingShowtime: 'reviewing' } });
    expect(states.some(isReviewing)).toBe(true);
    for (const state of states.filter(isReviewing)) expect(state.context.viewer).toBeDefined();
  });

  test('the hall hears of each change of the user and of the film', () => {
    const heard = new Set<string>(['viewer.changed', 'movie.changed']);
    const changes = steps.filter(({ event, from }) => heard.has(event.type) && from.matches({ choosing: 'hall' }));
    expect(new Set(changes.map(({ event }) => event.type))).toEqual(heard);
    for (const { event, sent } of changes) {
      const isAwaited = event.type === 'viewer.changed' && event.viewer === 'awaited';
      expect(sent.filter(({ type }) => type === event.type)).toHaveLength(isAwaited ? 0 : 1);
    }
  });
});

type Two = Readonly<Record<'from' | 'to', HallSnapshot>>;

function changesSelection({ from, to }: Two): boolean {
  return from.context.selected.join() !== to.context.selected.join();
}

/** The seats that only one of two selections has. */
function differing({ context: one }: HallSnapshot, { context: other }: HallSnapshot): number[] {
  return [...seatsWithout(one.selected, other.selected), ...seatsWithout(other.selected, one.selected)];
}

describe('hall, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.hall);
  const purchasesIn = ({ sent }: (typeof steps)[number]) => sent.filter(({ type }) => type === 'dialog.confirm');

  test('no dialog is open in a state to which Back may return', () => {
    const resumable = states.filter((state) => state.hasTag('resumable'));
    expect(resumable.length).toBeGreaterThan(0);
    for (const state of resumable) {
      expect([state.context.screening, state.matches({ seats: { shown: 'choosing' } })]).toEqual([screening, true]);
    }
  });

  test('reliability 42: only a confirm in the dialog starts a purchase, with the reviewed contents and a user who is old enough', () => {
    const starts = steps.filter((step) => purchasesIn(step).length > 0);
    expect(starts.length).toBeGreaterThan(0);
    for (const step of starts) {
      const { event, from, to } = step;
      const confirmedBooking = event.type === 'purchase.confirm' ? event.reviewed : undefined;
      expect(confirmedBooking).toEqual(selectReviewed(from));
      const command = { ...purchaseOf(selectReviewed(from)), beside: from.context.beside };
      expect({ viewer: from.context.viewer, sent: purchasesIn(step) }).toEqual({
        viewer: viewers.ana,
        sent: [{ type: 'dialog.confirm', confirmed: { command, password: '' } }],
      });
      expect(from.matches({ seats: { shown: { reviewing: 'confirming' } } })).toBe(true);
      expect(isSeatSelection(from.context.selected)).toBe(true);
      expect(to.hasTag('buying')).toBe(true);
    }
  });

  test('no purchase starts while another is running', () => {
    const begun = steps.filter(({ from }) => isRunning(from.context.purchase));
    expect(begun.some(({ event }) => event.type === 'purchase.confirm')).toBe(true);
    expect(begun.filter((step) => purchasesIn(step).length > 0)).toEqual([]);
  });

  test('a purchase asks for no change of the hold, and the feed runs in every state', () => {
    for (const { from, to } of steps) {
      expect(to.children.seatFeed).toBe(from.children.seatFeed);
      if (from.hasTag('buying') || !to.hasTag('buying')) continue;
      expect([to.value.request, to.context.wish]).toEqual([from.value.request, from.context.wish]);
    }
  });

  test('a click changes only its seat, and a suggestion selects as many seats as it was asked for', () => {
    const clicks = steps.filter(({ event }) => event.type === 'seat.toggle' || event.type === 'seats.suggest');
    expect(clicks.some(changesSelection)).toBe(true);
    for (const { event, from, to } of clicks) {
      expect(to.value).toEqual(from.value);
      const { selected } = to.context;
      if (event.type === 'seat.toggle') expect([[], [event.seatNumber]]).toContainEqual(differing(from, to));
      if (event.type === 'seats.suggest' && changesSelection({ from, to })) expect(selected).toHaveLength(event.count);
    }
  });

  test('nothing but a click, a suggestion or saved seats adds to the selection', () => {
    const adders = new Set(['seat.toggle', 'seats.suggest', 'seats.restored']);
    for (const { event, from, to } of steps.filter(changesSelection)) {
      const added = seatsWithout(to.context.selected, from.context.selected);
      if (!adders.has(event.type)) expect({ event: event.type, added }).toEqual({ event: event.type, added: [] });
    }
  });

  test('no sold, held or already bought seat is selected by a click or a suggestion', () => {
    for (const { event, from, to } of steps.filter(changesSelection)) {
      if (event.type !== 'seat.toggle' && event.type !== 'seats.suggest') continue;
      const added = seatsWithout(to.context.selected, from.context.selected);
      expect(seatsInBoth(added, unavailableSeats(from.context))).toEqual([]);
    }
  });

  test('one toast names exactly the selected seats that a report sells, and none while they are being bought', () => {
    for (const { event, from, sent, to } of steps) {
      if (event.type !== 'seats.changed' || !from.hasTag('seats')) continue;
      const selected = seatsWithout(from.context.selected, ownPurchase(from.context));
      const lost = seatsInBoth(selected, event.report.sold);
      const named = sent.flatMap(({ type, notification }) => (type === 'notify' ? [notification.content] : []));
      const sold = named.filter(({ code }) => code === 'seat_taken');
      expect(sold).toEqual(lost.length > 0 ? [{ code: 'seat_taken', seatNumbers: lost }] : []);
      expect(seatsInBoth(to.context.selected, lost)).toEqual([]);
    }
  });

  test('the seats of the own purchase show as sold as long as it runs', () => {
    const buying = states.filter(({ context }) => context.inPurchase.length > 0);
    expect(buying.length).toBeGreaterThan(0);
    for (const { context } of buying) expect(seatsWithout(context.inPurchase, soldSeats(context))).toEqual([]);
  });

  test('opening and closing the dialog clears the message beside the seats', () => {
    const openings = steps.filter(
      ({ event, from, to }) => event.type === 'dialog.opened' && from.value.seats !== to.value.seats,
    );
    expect(openings.some(({ from }) => from.context.failure !== undefined)).toBe(true);
    for (const { to } of openings) expect(to.context.failure).toBeUndefined();
  });

  test('a loss closes the dialog, and no toast repeats another one', () => {
    const losses = steps.filter(
      ({ event, from, sent, to }) =>
        event.type !== 'viewer.changed' &&
        from.context.failure !== to.context.failure &&
        sent.some(({ type }) => type === 'dialog.close'),
    );
    expect(losses.length).toBeGreaterThan(0);
    for (const { sent, to } of losses) {
      expect(to.matches({ seats: { shown: 'choosing' } })).toBe(true);
      expect(to.context.failure).toBeDefined();
      const toasts = sent.flatMap((event) => (event.type === 'notify' ? [JSON.stringify(event)] : []));
      expect(new Set(toasts).size).toBe(toasts.length);
    }
  });

  test('a countdown runs exactly while the user alone holds seats, and another one while seats are shared', () => {
    for (const { children, context } of states) {
      expect([children.countdown !== undefined, children.shareCountdown !== undefined]).toEqual([
        holdForUser(context) !== undefined,
        sharedSeats(context) !== undefined,
      ]);
    }
  });

  test('Back in the dialog asks the server to end the hold, unless a purchase may need it', () => {
    const closings = steps.filter(
      ({ event, from }) =>
        event.type === 'dialog.closed' &&
        from.matches({ seats: { shown: { reviewing: 'confirming' } }, request: 'agreed' }) &&
        holdForUser(from.context) !== undefined &&
        from.context.viewer !== undefined,
    );
    expect(closings.length).toBeGreaterThan(0);
    for (const { from, to } of closings)
      expect(to.value.request).toBe(isRunning(from.context.purchase) ? 'agreed' : 'asking');
  });

  test('nothing is asked for a signed-out visitor', () => {
    for (const step of steps.filter(({ to }) => to.context.viewer === undefined)) {
      expect(['changeHold', 'recallShare'].filter((id) => startsActor(step, id))).toEqual([]);
    }
  });
});

describe('door, in every reachable state', () => {
  const { steps } = walk(machineFixtures.door);

  test('only a welcome of the server, or a stored admission, admits a ticket', () => {
    const admissions = steps.filter(
      ({ from, to }) => to.context.admitted !== undefined && from.context.admitted !== to.context.admitted,
    );
    expect(admissions.length).toBeGreaterThan(0);
    for (const { event } of admissions) {
      const isWelcome = event.type === 'xstate.done.actor.admitTicket' && event.output.answer.answer === 'welcome';
      const isStored = event.type === 'xstate.done.actor.answerHere' && event.output.entry?.kind === 'admit';
      expect(isWelcome || isStored).toBe(true);
    }
  });

  test('a change leaves the queue when the server has answered, when another tab has sent it, or when the storage is read again', () => {
    const removals = steps.filter(({ from, to }) => to.context.queue.length < from.context.queue.length);
    expect(new Set(removals.map(({ event }) => event.type))).toEqual(
      new Set<string>(['xstate.done.actor.sendChange', 'queue.changed', 'xstate.done.actor.takeLink']),
    );
  });

  test('a conflict is stored before its change leaves the queue, and stays until it is acknowledged', () => {
    const settled = steps.filter(({ actions }) => actions.some(({ type }) => type === 'saveSettled'));
    expect(settled.some(({ from, to }) => to.context.conflicts.length > from.context.conflicts.length)).toBe(true);
    for (const { event, from, to } of steps) {
      if (to.context.conflicts.length >= from.context.conflicts.length) continue;
      expect(['conflict.acknowledge', 'conflicts.changed', 'xstate.done.actor.takeLink']).toContain(event.type);
    }
  });

  test('offline, no request asks about a code or sends a change', () => {
    const value = { admitting: { connection: 'offline' } } as const;
    const offline = steps.filter(({ from, to }) => from.matches(value) && to.matches(value));
    expect(offline.length).toBeGreaterThan(0);
    expect(offline.filter((step) => startsActor(step, 'admitTicket') || startsActor(step, 'sendChange'))).toEqual([]);
  });

  test('a closed door keeps what it could not send, and sends nothing', () => {
    const closing = steps.filter(({ from, to }) => to.matches('closed') && !from.matches('closed'));
    expect(closing.some(({ to }) => to.context.queue.length > 0)).toBe(true);
    for (const { from, to } of closing) {
      expect([to.context.queue, to.context.conflicts]).toEqual([from.context.queue, from.context.conflicts]);
      expect(Object.keys(to.children).toSorted(byName)).toEqual(['watchLink', 'watchStorage']);
    }
  });

  test('every new answer is signalled once', () => {
    for (const { actions, from, to } of steps) {
      if (from.context.answer === to.context.answer || to.context.answer === undefined) continue;
      expect(actions.filter(({ type }) => type === 'signal')).toHaveLength(1);
    }
  });
});

describe('command, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.command);

  test('reliability 8: every attempt sends the confirmed request with the same idempotency key', () => {
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

  test('a change is emitted once, with its response, and no request follows it', () => {
    for (const step of steps) {
      const changes = step.sent.filter(({ type }) => type === 'tickets.booked' || type === 'balance.changed');
      expect(changes).toEqual(step.event.type === 'xstate.done.actor.carryOut' ? [step.event.output] : []);
      if (step.from.context.change !== undefined) expect(startsActor(step, 'carryOut')).toBe(false);
    }
  });

  test('an unknown outcome is emitted once, and its resolution is emitted once', () => {
    for (const step of steps) {
      const { from, to } = step;
      const changes = { from: from.matches('unsettled'), to: to.matches('unsettled') };
      const notices = step.sent.flatMap(({ type }) => (type.startsWith('command.') ? [type] : []));
      if (changes.from === changes.to) expect(notices).toEqual([]);
      else expect(notices).toEqual([changes.to ? 'command.unsettled' : 'command.settled']);
    }
  });
});

describe('seatFeed, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.seatFeed);

  test('keeps its screening, and reports exactly the seats that it receives, and a failed first fetch', () => {
    for (const { context } of states) expect(context.screening).toEqual(screening);
    for (const { event, from, sent } of steps) {
      const isVisible = from.matches({ following: 'visible' });
      const learned: ReceivedReport[] = [];
      if (event.type === 'seats.received' && isVisible) learned.push(event);
      if (event.type === 'xstate.done.actor.loadSeats') learned.push(event.output);
      expect(sent).toEqual([
        ...learned.map(({ report, at }) => ({ type: 'seats.changed', report, at })),
        ...(event.type === 'feed.heard' && isVisible ? [{ type: 'seats.unchanged', at: event.at }] : []),
        ...(event.type === 'xstate.error.actor.loadSeats' && from.matches('loading')
          ? [{ type: 'seats.failed', error: event.error }]
          : []),
      ]);
    }
  });

  test('fetches only while the page is visible and its stream is not live', () => {
    for (const state of states) {
      const isSilent = state.matches({ following: { visible: { seats: { silent: 'fetching' } } } });
      expect(state.children['loadSeats'] !== undefined).toBe(isSilent || state.matches('loading'));
    }
  });
});

describe('session, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.session);

  test('has no user and no tickets while signed out or unreachable, a user while signed in, and never a token', () => {
    const nobody = { user: undefined, tickets: [], failure: undefined };
    for (const state of states) {
      if (state.matches('signedOut')) expect(state.context).toEqual({ ...nobody, savedTickets: [], attempts: 0 });
      if (state.matches('unreachable')) expect(state.context).toMatchObject(nobody);
      if (state.matches('signedIn')) expect(state.context.user).toBeDefined();
      expect(JSON.stringify(state.context)).not.toContain('secret');
    }
  });

  test('holds the saved tickets and the attempts in memory only while the server is unreachable', () => {
    for (const { context } of states.filter((state) => !state.matches('unreachable'))) {
      expect({ saved: context.savedTickets, attempts: context.attempts }).toEqual({ saved: [], attempts: 0 });
    }
  });

  test('a new user never starts with the tickets of the previous one', () => {
    const changes = steps.filter(
      ({ event, from, to }) =>
        !event.type.endsWith('Account') && to.context.user && from.context.user?.id !== to.context.user.id,
    );
    expect(changes.some(({ from }) => from.context.tickets.length > 0)).toBe(true);
    for (const { to } of changes) expect(to.context.tickets).toEqual([]);
  });

  test('LOG OUT and a session ended by the server delete the saved tickets, and a lost connection does not', () => {
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

  test('removes the token on every transition to signed out and on no other, and revokes it only on LOG OUT', () => {
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

  test('shows a message only for a failed ticket list and for a session ended by the server', () => {
    const notices = steps.filter(({ sent }) => sent.some(({ type }) => type === 'notify'));
    expect(new Set(notices.map(({ event }) => event.type))).toEqual(
      new Set<(typeof notices)[number]['event']['type']>(['session.ended', 'xstate.error.actor.loadAccount']),
    );
  });
});

describe('authDialog, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.authDialog);

  test('a closed dialog has an empty form', () => {
    for (const { context } of states.filter((state) => state.matches('closed'))) {
      expect(context).toEqual({ initial: emptySignUp, touched: [], failure: undefined });
    }
  });

  test('only a submit sends a request', () => {
    const starts = steps.filter((step) => startsActor(step, 'signIn') || startsActor(step, 'signUp'));
    expect(new Set(starts.map(({ event }) => event.type))).toEqual(new Set<AuthDialogEvent['type']>(['auth.submit']));
  });
});

describe('amountForm, in every reachable state', () => {
  const { steps } = walk(machineFixtures.amountForm);

  test('asks the dialog to open only for a preset top-up or a withdrawal of at most Rp.500.000', () => {
    const reviews = steps.filter(({ sent }) => sent.some(({ type }) => type === 'dialog.open'));
    expect(new Set(reviews.map(({ from }) => from.context.kind))).toEqual(new Set(['topUp', 'withdrawal']));
    for (const { from } of reviews) expect([50_000, 75_000]).toContain(selectAmount(from));
  });

  test('the amount stays while the dialog is open, and opening the dialog clears the error', () => {
    for (const { from, to } of steps.filter((step) => step.from.matches('reviewing'))) {
      expect(to.context.amountText).toBe(from.context.amountText);
      expect(from.context.brokenRule).toBeUndefined();
    }
  });
});

describe('myTickets, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.myTickets);

  test('asks the dialog to open only for a ticket that has not expired', () => {
    const reviews = steps.filter(({ sent }) => sent.some(({ type }) => type === 'dialog.open'));
    expect(reviews.length).toBeGreaterThan(0);
    for (const { from, to } of reviews) {
      expect([to.context.ticket?.id, from.context.now < START]).toEqual(['t1', true]);
    }
  });

  test('the ticket is forgotten when the dialog closes', () => {
    const closings = steps.filter(({ event }) => event.type === 'dialog.closed');
    expect(closings.some(({ from }) => from.matches('reviewing'))).toBe(true);
    for (const { from, to } of closings) if (from.matches('reviewing')) expect(to.context.ticket).toBeUndefined();
    expect(states.some((state) => state.context.ticket !== undefined)).toBe(true);
  });
});

describe('commandDialog, in every reachable state', () => {
  const { steps } = walk(machineFixtures.commandDialog);

  test('only a confirm in the dialog starts a command, with its password, and only while none is running', () => {
    const starts = steps.filter(({ started }) => started.length > 0);
    expect(new Set(starts.map(({ from }) => from.context.kind))).toEqual(new Set(['topUp', 'withdrawal']));
    for (const { event, from, started, to } of starts) {
      const confirmation = event.type === 'dialog.confirm' ? event.confirmed : undefined;
      expect({ from: from.value, started }).toEqual({ from: { open: 'reviewing' }, started: [confirmation] });
      expect(from.context.requiresPassword && confirmation?.password === '').toBe(false);
      expect(isRunning(from.context.command)).toBe(false);
      expect(to.matches({ open: 'submitting' })).toBe(true);
    }
  });

  test('reports each opening and closing once, and the command with the closing unless it had ended before', () => {
    for (const { event, from, sent, to } of steps) {
      const [wasOpen, isOpen] = [from.hasTag('open'), to.hasTag('open')];
      const reports = sent.filter(({ type }) => type === 'dialog.opened' || type === 'dialog.closed');
      const { command } = to.context;
      const isNews = event.type === 'command.changed' || isRunning(command);
      const closed = { type: 'dialog.closed', ...(isNews && { command }) };
      expect(reports).toEqual(wasOpen === isOpen ? [] : [isOpen ? { type: 'dialog.opened' } : closed]);
    }
  });
});

describe('ticket, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.ticket);

  test('a signed-out visitor sees only a ticket saved on this device, marked as saved', () => {
    for (const state of states.filter(({ context }) => context.session.status === 'signedOut')) {
      expect(state.value).toEqual(state.context.savedTicket === undefined ? 'guarded' : { shown: 'saved' });
    }
  });

  test('only a ticket from the server is saved, and only one that has not expired is added to a calendar', () => {
    for (const { actions, from, to } of steps) {
      const saved = actions.find(({ type }) => type === 'saveTicket');
      if (saved !== undefined)
        expect(saved.params).toEqual({ userId: 'u1', ticket: expect.objectContaining({ id: 't1' }) });
      if (actions.some(({ type }) => type === 'saveCalendar')) expect(from.context.now).toBeLessThan(START);
      if (to.hasTag('shown')) expect(to.context.session.ticket ?? to.context.savedTicket).toBeDefined();
    }
  });
});

describe('transactions, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.transactions);

  test('only the user requests more, only while there is more, and one page at a time', () => {
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

  test('a failure is in the context only in the failed states', () => {
    for (const state of states) {
      const failed = state.matches('failed') || state.matches('moreFailed');
      expect(state.context.failure?.code).toBe(failed ? 'unreachable' : undefined);
    }
  });
});

describe('overlay, in every reachable state', () => {
  const { states } = walk(machineFixtures.overlay);

  test('the count of requests is never negative, and the overlay is visible only while it is positive', () => {
    for (const state of states) {
      const counts = state.matches('visible') || state.matches('dismissed');
      expect({ counts, pending: state.context.pending >= 0 }).toEqual({
        counts: state.context.pending > 0,
        pending: true,
      });
    }
  });
});

describe('root, in every reachable state', () => {
  const { states, steps } = walk(machineFixtures.app);

  test('runs the same children in every state, apart from commands, the page and the loading of its code', () => {
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

  test('the sign-in dialog opens only for a signed-out visitor or when a page requests it', () => {
    const openings = steps.filter(({ sent }) => sent.some(({ type }) => type === 'auth.open'));
    expect(openings.length).toBeGreaterThan(0);
    for (const { event, to } of openings) {
      expect(event.type === 'auth.required' || to.matches({ visitor: 'signedOut' })).toBe(true);
    }
  });

  test('only command.start starts a command, and only while none of its kind is running', () => {
    for (const { event, from, to } of steps.filter((step) => step.from.context.commands !== step.to.context.commands)) {
      const kind = event.type === 'command.start' ? event.confirmed.command.kind : 'purchase';
      expect([from.context.commands[kind], to.context.commands[kind]]).toEqual([undefined, to.children[kind]]);
    }
    const second = steps.filter(({ event, from }) => event.type === 'command.start' && from.context.commands.topUp);
    expect(second.length).toBeGreaterThan(0);
  });

  test('notifies the running commands exactly when their user leaves or changes', () => {
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

/** The steps that started an actor, with its input. */
function startsOf(steps: readonly Step[], id: string): { step: Step; input: unknown }[] {
  return steps
    .filter((step) => startsActor(step, id))
    .map((step) => ({ step, input: step.to.children[id]?.getSnapshot().input }));
}

/** The texts under the keys of an event that name a password. */
function passwordsIn(event: EventObject): string[] {
  const passwords: string[] = [];
  JSON.stringify(event, (key, value: unknown) => {
    if (/password/i.test(key) && typeof value === 'string' && value !== '') passwords.push(value);
    return value;
  });
  return passwords;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b);
}

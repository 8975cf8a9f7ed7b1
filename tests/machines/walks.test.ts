import { afterAll, describe, expect, test } from 'vitest';
import { emptySignUp } from '#domain/credentials.ts';
import { CallFailed } from '#domain/failure.ts';
import { isSeatSelection, sortSeats } from '#domain/seats.ts';
import { appMachine } from '#machines/appMachine.ts';
import { authDialogMachine } from '#machines/authDialogMachine.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import { moviesMachine } from '#machines/moviesMachine.ts';
import { overlayMachine } from '#machines/overlayMachine.ts';
import { seatViewMachine } from '#machines/seatViewMachine.ts';
import { sessionMachine } from '#machines/sessionMachine.ts';
import { shellMachine } from '#machines/shellMachine.ts';
import { signOutOthersMachine } from '#machines/signOutOthersMachine.ts';
import { ticketMachine } from '#machines/ticketMachine.ts';
import { themeMachine } from '#machines/themeMachine.ts';
import { toastsMachine } from '#machines/toastsMachine.ts';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import { topUpMachine } from '#machines/topUpMachine.ts';
import { withdrawMachine } from '#machines/withdrawMachine.ts';
import { ana, entryOf, metropolis, ticketOf } from './people.ts';
import { coverageTable, walk, type Step } from './walk.ts';

const START = Date.parse('2026-03-05T07:30:00.000Z');
const nothingMissed = { missedStates: [], missedTransitions: [] };

afterAll(() => {
  process.stdout.write(`\n${coverageTable()}`);
});

describe('booking: everywhere it can go', () => {
  const place = { date: '05 Mar', time: '14.30' };
  const { states, steps, ...missed } = walk(bookingMachine, {
    input: { title: 'Metropolis', now: START - 3_600_000, zone: 'Asia/Jakarta' },
    events: [
      { type: 'clock.ticked', now: START - 3_600_000 },
      { type: 'clock.ticked', now: START },
      { type: 'viewer.changed', viewer: undefined },
      { type: 'viewer.changed', viewer: { age: 30, balance: 500_000 } },
      { type: 'viewer.changed', viewer: { age: 13, balance: 0 } },
      { type: 'showtime.changed', place },
      { type: 'showtime.changed', place: { date: undefined, time: undefined } },
      { type: 'date.choose', date: '05 Mar' },
      { type: 'time.choose', time: '14.30' },
      ...[1, 2, 3].map((seatNumber) => ({ type: 'seat.toggle', seatNumber })),
      { type: 'seats.changed', seatNumbers: [1, 2] },
      ...['seats.connected', 'seats.disconnected'].map((type) => ({ type })),
      ...['purchase.review', 'purchase.confirm', 'purchase.back', 'topUp.visit', 'movie.retry', 'seats.retry'].map(
        (type) => ({ type }),
      ),
    ],
    answers: {
      loadMovie: { done: [metropolis], error: [failure('movie_not_found'), failure('unreachable')] },
      loadHall: {
        done: [
          { booked: [1], kept: [11, 12, 13, 14, 15] },
          { booked: [1], kept: [1, 11, 12, 13, 14, 15] },
        ],
        error: [failure('unreachable')],
      },
      refetchHall: { done: [{ booked: [1], kept: [] }], error: [failure('unreachable')] },
      bookTickets: {
        done: [ticketOf('t1')],
        error: [
          failure('seat_taken'),
          failure('movie_changed'),
          failure('showtime_closed'),
          failure('not_enough_balance'),
          failure('unreachable'),
        ],
      },
      recordSeats: { done: [ticketOf('t1')], error: [failure('unreachable')] },
    },
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('the selection holds at most six seats of the hall, ascending, none of them booked, none twice', () => {
    for (const { context } of states) {
      const { booked, selected } = context;
      expect(selected.length === 0 || isSeatSelection(selected)).toBe(true);
      expect(selected).toEqual(sortSeats(selected));
      expect(booked).toEqual(sortSeats(booked));
      expect(selected.filter((seat: number) => booked.includes(seat))).toEqual([]);
    }
  });

  test('a purchase begins by a confirm in the dialog and by nothing else, with a seat, a user and old enough', () => {
    const starts = steps.filter((step) => startsActor(step, 'bookTickets'));
    expect(new Set(starts.map(({ event }) => event.type))).toEqual(new Set(['purchase.confirm']));
    for (const { from } of starts) {
      expect(from.matches({ choosing: { hall: { selection: 'confirming' } } })).toBe(true);
      expect(isSeatSelection(from.context.selected)).toBe(true);
      expect(from.context.viewer).toEqual({ age: 30, balance: 500_000 });
    }
  });

  test('a ticket that is bought is announced once, and nothing is bought after it', () => {
    const bought = steps.filter(({ actions }) => announcements(actions, 'tickets.booked') > 0);
    expect(new Set(bought.map(({ event }) => event.type))).toEqual(new Set(['xstate.done.actor.bookTickets']));
    expect(new Set(bought.map(({ actions }) => announcements(actions, 'tickets.booked')))).toEqual(new Set([1]));
    const after = steps.filter(({ from }) => from.context.ticket !== undefined);
    expect(after.filter((step) => startsActor(step, 'bookTickets'))).toEqual([]);
  });

  test('seats show only while a showtime is chosen', () => {
    for (const { context, value } of states.filter((state) => state.matches({ choosing: 'hall' }))) {
      expect({ value, showtime: context.showtime }).toEqual({ value, showtime: { title: 'Metropolis', ...place } });
    }
    for (const { context } of states.filter((state) => state.matches({ choosing: 'choosingShowtime' }))) {
      expect(context.selected).toEqual([]);
    }
  });
});

describe('session: everywhere it can go', () => {
  const { states, steps, ...missed } = walk(sessionMachine, {
    events: [
      { type: 'session.start', user: { ...ana, token: 'secret' } },
      ...['session.signOut', 'session.ended', 'token.changed', 'tickets.retry'].map((type) => ({ type })),
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      { type: 'tickets.cancelled', ticket: ticketOf('t1') },
      { type: 'balance.changed', balance: 430_000 },
    ],
    answers: {
      restoreUser: { done: [undefined, ana], error: [failure('unreachable')] },
      loadTickets: { done: [[], [ticketOf('t2')]], error: [failure('unreachable')] },
    },
    farEnough: ({ context }) => context.user !== undefined && Math.abs(context.user.balance - 500_000) > 100_000,
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('signed out there is no user and no ticket, signed in there is a user, never a token', () => {
    for (const state of states) {
      if (state.matches('signedOut')) expect(state.context).toEqual({ user: undefined, tickets: [], failure: '' });
      if (state.matches('signedIn')) expect(state.context.user).toMatchObject({ id: 'u1' });
      expect(JSON.stringify(state.context)).not.toContain('secret');
    }
  });

  test('the tickets that this device keeps go with LOG OUT and with a session that the server ended, not with a lost connection', () => {
    const forgets = steps.filter(({ actions }) => actions.some(({ type }) => type === 'forgetKeptTickets'));
    expect(new Set(forgets.map(({ event }) => event.type))).toEqual(new Set(['session.signOut', 'session.ended']));
    for (const { actions, event, from, to } of steps) {
      if (event.type === 'session.signOut' && from.matches('signedIn'))
        expect(forgets.map((each) => each.to)).toContain(to);
      if (event.type === 'tickets.cancelled' && from.matches('signedIn')) {
        expect(actions.map(({ type }) => type)).toContain('dropKeptTicket');
      }
    }
  });

  test('whoever comes to be signed out has no token any more', () => {
    const leavings = steps.filter(({ from, to }) => to.matches('signedOut') && !from.matches('signedOut'));
    expect(leavings.length).toBeGreaterThan(0);
    for (const { actions } of leavings) expect(actions.map(({ type }) => type)).toContain('removeToken');
  });
});

describe('sign-in dialog: everywhere it can go', () => {
  const { states, steps, ...missed } = walk(authDialogMachine, {
    events: [
      ...['auth.open', 'auth.close', 'auth.switch', 'auth.submit'].map((type) => ({ type })),
      { type: 'field.blur', field: 'username' },
      ...[
        ['username', 'ana-film'],
        ['displayName', 'Ana Film'],
        ['password', 'popcorn!'],
        ['password', 'short'],
        ['confirmPassword', 'popcorn!'],
      ].map(([field, value]) => ({ type: 'field.change', field, value })),
    ],
    answers: {
      signIn: { done: [{ ...ana, token: 'secret' }], error: [failure('wrong_credentials')] },
      signUp: { done: [{ ...ana, token: 'secret' }], error: [failure('username_taken')] },
    },
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('a closed dialog holds nothing', () => {
    for (const { context } of states.filter((state) => state.matches('closed'))) {
      expect(context).toEqual({ values: emptySignUp, touched: [], failure: undefined });
    }
  });

  test('no call begins but by a submit', () => {
    const starts = steps.filter((step) => startsActor(step, 'signIn') || startsActor(step, 'signUp'));
    expect(new Set(starts.map(({ event }) => event.type))).toEqual(new Set(['auth.submit']));
  });
});

describe('cancel: everywhere it can go', () => {
  const { states, steps, ...missed } = walk(cancelTicketMachine, {
    input: { now: START - 1 },
    events: [
      { type: 'clock.ticked', now: START - 1 },
      { type: 'clock.ticked', now: START },
      { type: 'cancel.open', ticket: ticketOf('t1') },
      { type: 'cancel.confirm', password: '' },
      { type: 'cancel.confirm', password: 'popcorn!' },
      { type: 'cancel.back' },
    ],
    answers: {
      cancelTicket: { done: [{}], error: [failure('wrong_password')] },
      releaseSeats: { done: [{}], error: [failure('unreachable')] },
    },
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('the password is in memory only while the call is on its way', () => {
    for (const state of states) expect(state.context.password).toBe(state.matches('cancelling') ? 'popcorn!' : '');
  });

  test('a cancellation begins by a confirm with a password and by nothing else', () => {
    const starts = steps.filter((step) => startsActor(step, 'cancelTicket'));
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from } of starts) {
      expect({ event, from: from.value }).toEqual({
        event: { type: 'cancel.confirm', password: 'popcorn!' },
        from: 'askingPassword',
      });
    }
  });
});

describe('ticket: everywhere it can go', () => {
  const session = { standing: 'unsettled', userId: undefined, ticket: undefined, failure: '' };
  const { states, steps, ...missed } = walk(ticketMachine, {
    input: { ticketId: 't1', now: START - 1 },
    events: [
      { type: 'clock.ticked', now: START - 1 },
      { type: 'clock.ticked', now: START },
      { type: 'session.changed', session },
      { type: 'session.changed', session: { ...session, userId: 'u1' } },
      { type: 'session.changed', session: { ...session, standing: 'loaded', userId: 'u1', ticket: ticketOf('t1') } },
      { type: 'session.changed', session: { ...session, standing: 'loaded', userId: 'u1' } },
      { type: 'session.changed', session: { ...session, standing: 'failed', userId: 'u1', failure: 'Sorry' } },
      { type: 'session.changed', session: { ...session, standing: 'signedOut' } },
      { type: 'kept.changed', ticket: ticketOf('t1', [1]) },
      { type: 'kept.changed', ticket: undefined },
      ...['ticket.retry', 'ticket.print', 'calendar.add', 'kept.remove'].map((type) => ({ type })),
    ],
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('signed out, a ticket shows only when this device keeps it, and never unmarked', () => {
    for (const state of states.filter(({ context }) => context.session.standing === 'signedOut')) {
      expect(state.value).toBe(state.context.keptTicket === undefined ? 'guarded' : 'saved');
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
  const { states, steps, ...missed } = walk(topUpMachine, {
    input: { returnPath: undefined },
    events: [
      { type: 'amount.choose', amount: 50_000 },
      { type: 'amount.choose', amount: 1 },
      ...['topUp.review', 'topUp.confirm', 'topUp.back'].map((type) => ({ type })),
    ],
    answers: { topUp: { done: [{ balance: 50_000 }], error: [failure('unreachable')] } },
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('nothing but a preset is ever chosen, and a top-up begins by a confirm in the dialog', () => {
    expect(new Set(states.map(({ context }) => context.amount))).toEqual(new Set([undefined, 50_000]));
    const starts = steps.filter((step) => startsActor(step, 'topUp'));
    expect(new Set(starts.map(({ event, from }) => `${event.type} in ${String(from.value)}`))).toEqual(
      new Set(['topUp.confirm in confirming']),
    );
  });
});

describe('withdraw: everywhere it can go', () => {
  const { states, steps, ...missed } = walk(withdrawMachine, {
    events: [
      { type: 'amount.choose', amount: 50_000 },
      { type: 'amount.type', text: '500001' },
      { type: 'withdraw.confirm', password: '' },
      { type: 'withdraw.confirm', password: 'popcorn!' },
      { type: 'withdraw.review' },
      { type: 'withdraw.back' },
    ],
    answers: { withdraw: { done: [{ balance: 0 }], error: [failure('wrong_password')] } },
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('the password is in memory only while the call is on its way', () => {
    for (const state of states) expect(state.context.password).toBe(state.matches('submitting') ? 'popcorn!' : '');
  });

  test('a withdrawal begins by a confirm with amount and password and by nothing else', () => {
    const starts = steps.filter((step) => startsActor(step, 'withdraw'));
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from } of starts) {
      expect({ event, from: from.value, amount: from.context.amountText }).toEqual({
        event: { type: 'withdraw.confirm', password: 'popcorn!' },
        from: 'confirming',
        amount: '50000',
      });
    }
  });
});

describe('transactions: everywhere they can go', () => {
  const pages = [
    { transactions: [entryOf('2')], next: '2' },
    { transactions: [entryOf('1')], next: undefined },
  ];
  const { states, steps, ...missed } = walk(transactionsMachine, {
    events: [{ type: 'transactions.retry' }, { type: 'transactions.showMore' }],
    answers: {
      loadFirst: { done: pages, error: [failure('unreachable')] },
      loadMore: { done: pages, error: [failure('unreachable')] },
    },
    farEnough: ({ context }) => context.transactions.length > 3,
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('more is asked for only by the visitor, only while there is more, and one page at a time', () => {
    const starts = steps.filter((step) => startsActor(step, 'loadMore'));
    expect(starts.length).toBeGreaterThan(0);
    for (const { event, from } of starts) {
      expect({ event: event.type, next: from.context.next }).toEqual({ event: 'transactions.showMore', next: '2' });
      expect(from.hasTag('busy')).toBe(false);
    }
  });

  test('a failure is told only while it stands', () => {
    for (const state of states) {
      const failed = state.matches('failed') || state.matches('moreFailed');
      expect(state.context.failure).toBe(failed ? 'Sorry: unreachable' : '');
    }
  });
});

describe('overlay: everywhere it can go', () => {
  const {
    states,
    steps: _,
    ...missed
  } = walk(overlayMachine, {
    events: [{ type: 'request.started' }, { type: 'request.settled' }, { type: 'overlay.dismiss' }],
    farEnough: ({ context }) => context.pending > 3,
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

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
  const { states, steps, ...missed } = walk(appMachine, {
    events: [
      { type: 'auth.succeeded', user: { ...ana, token: 'secret' } },
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      { type: 'tickets.cancelled', ticket: ticketOf('t1') },
      { type: 'balance.changed', balance: 0 },
      { type: 'notify', notification: { type: 'info', text: 'Oh', placement: 'top-right' } },
      ...[
        'auth.required',
        'session.signedIn',
        'session.signedOut',
        'session.ended',
        'request.started',
        'request.settled',
      ].map((type) => ({ type })),
      { type: 'location.changed', pathname: '/' },
      { type: 'location.changed', pathname: '/topup' },
    ],
  });

  test('every state is reached and every transition is taken', () => {
    expect(missed).toEqual(nothingMissed);
  });

  test('it owns nothing but its children, and keeps every one of them wherever it goes', () => {
    const children = Object.keys(states[0]?.children ?? {}).toSorted((a, b) => a.localeCompare(b));
    expect(children).toEqual([
      'authDialog',
      'movies',
      'overlay',
      'session',
      'shell',
      'theme',
      'toasts',
      'watchLocation',
    ]);
    for (const { from, to } of steps) {
      expect(to.context).toEqual({});
      expect(Object.values(to.children)).toEqual(Object.values(from.children));
    }
  });
});

describe('movies, seat view, shell, signing out others, theme and toasts: everywhere they can go', () => {
  test.each([
    [
      'movies',
      () =>
        walk(moviesMachine, {
          events: [{ type: 'movies.search', text: 'metro' }, { type: 'movies.retry' }],
          answers: { loadMovies: { done: [[metropolis]], error: [failure('unreachable')] } },
        }),
    ],
    ['seatView', () => walk(seatViewMachine, { input: { remembered: 'list' }, events: [{ type: 'seatView.toggle' }] })],
    [
      'shell',
      () =>
        walk(shellMachine, {
          events: [
            ...[
              'drawer.open',
              'drawer.close',
              'userMenu.toggle',
              'userMenu.open',
              'userMenu.close',
              'location.changed',
              'session.signedOut',
              'scroll.passedThreshold',
              'scroll.returnedToTop',
            ].map((type) => ({ type })),
            { type: 'page.changed', title: 'Movies' },
          ],
        }),
    ],
    [
      'signOutOthers',
      () =>
        walk(signOutOthersMachine, {
          events: [{ type: 'others.signOut' }],
          answers: { signOutOthers: { done: [{ ended: 2 }], error: [failure('unreachable')] } },
        }),
    ],
    [
      'theme',
      () =>
        walk(themeMachine, {
          events: [
            { type: 'theme.toggle' },
            { type: 'theme.stored', theme: 'light' },
            { type: 'theme.stored', theme: 'dark' },
          ],
        }),
    ],
    [
      'toasts',
      () =>
        walk(toastsMachine, {
          events: [
            { type: 'notify', notification: { type: 'info', text: 'Oh', placement: 'top-right' } },
            { type: 'toast.close', id: 1 },
          ],
          farEnough: ({ context }) => context.nextId > 4,
        }),
    ],
  ])('%s: every state is reached and every transition is taken', (_, wander) => {
    const { missedStates, missedTransitions } = wander();
    expect({ missedStates, missedTransitions }).toEqual(nothingMissed);
  });
});

function startsActor({ from, to }: Step, id: string): boolean {
  return to.children[id] !== undefined && to.children[id] !== from.children[id];
}

function announcements(actions: Step['actions'], fact: string): number {
  return actions.filter(({ type, params }) => type === 'announce' && isFact(params, fact)).length;
}

function isFact(params: unknown, fact: string): boolean {
  return typeof params === 'object' && params !== null && 'type' in params && params.type === fact;
}

function failure(code: string): CallFailed {
  return new CallFailed({ code, message: `Sorry: ${code}`, seatNumbers: code === 'seat_taken' ? [2, 11] : [] });
}

import type { AnyMachineSnapshot } from 'xstate';
import { PATHS, type Route } from '#domain/paths.ts';
import { sentences } from '#domain/sentences.ts';
import type { AppLocation } from '#machines/navigation.ts';
import {
  bookingElsewhere,
  cancellations,
  madeUpFailure,
  madeUpPlace,
  purchaseChanges,
  purchaseVisit,
  reviewedIn,
  seatChoices,
  topUps,
  withdrawals,
} from './madeUpIntents.ts';
import { ana, budi, entryOf, metropolis, ticketOf } from './madeUpPeople.ts';
import type { MadeUpWorld } from './madeUpWorld.ts';

/** When the screening of the made-up tickets begins. */
export const MADE_UP_START = Date.parse('2026-03-05T07:30:00.000Z');

const START = MADE_UP_START;
const unreachable = madeUpFailure('unreachable');
const account = { user: ana, tickets: [ticketOf('t1')] };
const ofTicket = { standing: 'unsettled', userId: undefined, ticket: undefined, failure: '' };
const pages = [
  { transactions: [{ ...entryOf('2'), balanceAfter: ana.balance }], next: '2' },
  { transactions: [{ ...entryOf('1'), balanceAfter: ana.balance - 50_000 }], next: undefined },
];

/** What may happen to each machine that a view draws, by its id; the walks of the tests and the links to a state go by it. */
export const madeUpWorlds = {
  app: {
    events: [
      { type: 'auth.succeeded', user: { ...ana, token: 'secret' } },
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      { type: 'tickets.cancelled', ticket: ticketOf('t1') },
      { type: 'balance.changed', balance: 0 },
      { type: 'notify', notification: { type: 'info', text: 'Oh', placement: 'top-right' } },
      ...named(
        'intents.unsettled',
        'intents.settled',
        'auth.required',
        'session.restoring',
        'session.signedIn',
        'session.left',
        'session.signedOut',
        'session.unreachable',
        'session.ended',
        'account.changed',
        'request.started',
        'request.settled',
      ),
      { type: 'location.changed', location: location(PATHS.home, 'Home'), isReturn: true },
      { type: 'location.changed', location: location(PATHS.topUp, 'Top Up', 'guarded'), isReturn: false },
      { type: 'navigate', to: PATHS.topUp },
      { type: 'page.opened', title: 'Top Up' },
      { type: 'page.returnedTo', title: 'Home' },
    ],
    showing: named('session.signedIn'),
  },
  booking: {
    inputs: [metropolis, undefined].map((movie) => ({
      title: 'Metropolis',
      movie,
      now: START - 3_600_000,
      zone: 'Asia/Jakarta',
      purchase: undefined,
    })),
    events: (snapshot: AnyMachineSnapshot) => [
      { type: 'clock.ticked', now: START - 3_600_000 },
      { type: 'clock.ticked', now: START },
      { type: 'viewer.changed', viewer: undefined },
      { type: 'viewer.changed', viewer: { age: 30, balance: 500_000 } },
      { type: 'viewer.changed', viewer: { age: 13, balance: 0 } },
      { type: 'showtime.changed', place: madeUpPlace },
      { type: 'showtime.changed', place: { date: undefined, time: undefined } },
      { type: 'movie.changed', movie: metropolis },
      { type: 'date.choose', date: '05 Mar' },
      { type: 'time.choose', time: '14.30' },
      ...[1, 2].map((seatNumber) => ({ type: 'seat.toggle', seatNumber })),
      { type: 'seats.changed', seatNumbers: [1, 11] },
      { type: 'seats.kept', kept: [1, 2] },
      { type: 'purchase.confirm', reviewed: reviewedIn(snapshot) },
      { type: 'purchase.confirm', reviewed: bookingElsewhere },
      ...named('purchase.review', 'purchase.back', 'topUp.visit', 'movie.retry', 'seats.retry'),
      ...purchaseChanges(snapshot),
    ],
    visit: purchaseVisit,
    showing: seatChoices,
    answers: {
      loadMovie: { done: [metropolis], error: [madeUpFailure('movie_not_found'), unreachable] },
      loadHall: {
        done: [
          { booked: [1], kept: [1, 11, 12, 13, 14, 15] },
          { booked: [1], kept: [] },
        ],
        error: [unreachable],
      },
    },
    farEnough: (snapshot: AnyMachineSnapshot) =>
      snapshot.context.purchase?.stage === 'refused' &&
      snapshot.matches('choosing') &&
      !snapshot.matches({ choosing: { hall: 'confirming' } }),
  },
  session: {
    events: [
      { type: 'session.start', user: { ...ana, token: 'secret' } },
      { type: 'session.start', user: { ...budi, token: 'secret' } },
      ...named(
        'session.signOut',
        'session.ended',
        'session.retry',
        'token.changed',
        'tab.shown',
        'account.changed',
        'browser.online',
        'tickets.retry',
      ),
      { type: 'kept.changed', tickets: [ticketOf('t1')] },
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      { type: 'tickets.cancelled', ticket: ticketOf('t1') },
      { type: 'balance.changed', balance: 430_000 },
    ],
    answers: {
      restoreUser: { done: [undefined, ana], error: [unreachable, madeUpFailure('unauthenticated')] },
      askUser: { done: [undefined, ana], error: [unreachable, madeUpFailure('unauthenticated')] },
      loadTickets: { done: [[ticketOf('t2')], []], error: [unreachable] },
      askAccount: { done: [account], error: [unreachable] },
      reloadAccount: { done: [account], error: [unreachable] },
    },
    farEnough: ({ context }: AnyMachineSnapshot) =>
      context.attempts > 5 || (context.user !== undefined && Math.abs(context.user.balance - 300_000) > 300_000),
  },
  authDialog: {
    events: [
      ...named('auth.open', 'auth.close', 'auth.switch', 'auth.submit'),
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
      signIn: { done: [{ ...ana, token: 'secret' }], error: [madeUpFailure('wrong_credentials')] },
      signUp: { done: [{ ...ana, token: 'secret' }], error: [madeUpFailure('username_taken')] },
    },
    showing: named('auth.submit'),
  },
  cancelTicket: {
    inputs: [undefined, cancellations.begun].map((intent) => ({ now: START - 1, intent })),
    events: [
      { type: 'clock.ticked', now: START - 1 },
      { type: 'clock.ticked', now: START },
      { type: 'cancel.open', ticket: ticketOf('t1') },
      { type: 'cancel.open', ticket: ticketOf('t2') },
      { type: 'cancel.confirm', password: '' },
      { type: 'cancel.confirm', password: 'popcorn!' },
      { type: 'cancel.back' },
      ...cancellations.changes,
    ],
  },
  ticket: {
    inputs: [{ ticketId: 't1', now: START - 1 }],
    events: [
      { type: 'clock.ticked', now: START - 1 },
      { type: 'clock.ticked', now: START },
      { type: 'session.changed', session: ofTicket },
      { type: 'session.changed', session: { ...ofTicket, userId: 'u1' } },
      { type: 'session.changed', session: { ...ofTicket, standing: 'loaded', userId: 'u1', ticket: ticketOf('t1') } },
      { type: 'session.changed', session: { ...ofTicket, standing: 'loaded', userId: 'u1' } },
      {
        type: 'session.changed',
        session: { ...ofTicket, standing: 'failed', userId: 'u1', failure: sentences.unreachable },
      },
      { type: 'session.changed', session: { ...ofTicket, standing: 'signedOut' } },
      { type: 'kept.changed', ticket: ticketOf('t1', [1]) },
      { type: 'kept.changed', ticket: undefined },
      ...named('ticket.retry', 'ticket.print', 'calendar.add', 'kept.remove'),
    ],
  },
  topUp: {
    inputs: [undefined, topUps.begun].map((intent) => ({ returnPath: undefined, amount: undefined, intent })),
    events: [
      { type: 'amount.choose', amount: 50_000 },
      { type: 'amount.choose', amount: 1 },
      ...named('topUp.review', 'topUp.confirm', 'topUp.back'),
      ...topUps.changes,
    ],
    visit: topUps.visit,
  },
  withdraw: {
    inputs: [undefined, withdrawals.begun].map((intent) => ({ intent })),
    events: [
      { type: 'amount.choose', amount: 50_000 },
      { type: 'amount.type', text: '500001' },
      { type: 'withdraw.confirm', password: '' },
      { type: 'withdraw.confirm', password: 'popcorn!' },
      ...named('withdraw.review', 'withdraw.back'),
      ...withdrawals.changes,
    ],
    visit: withdrawals.visit,
  },
  transactions: {
    events: named('transactions.retry', 'transactions.showMore'),
    answers: {
      loadFirst: { done: pages, error: [unreachable] },
      loadMore: { done: pages, error: [unreachable] },
    },
    farEnough: ({ context }: AnyMachineSnapshot) => context.transactions.length > 3,
  },
  overlay: {
    events: named('request.started', 'request.settled', 'overlay.dismiss'),
    farEnough: ({ context }: AnyMachineSnapshot) => context.pending > 3,
  },
  movies: {
    events: [{ type: 'movies.search', text: 'metro' }, { type: 'search.found', text: 'kid' }, { type: 'movies.retry' }],
    answers: { loadMovies: { done: [{ movies: [metropolis], startIndex: 0 }], error: [unreachable] } },
  },
  seatView: { inputs: [{ remembered: 'list' }], events: named('seatView.toggle') },
  shell: {
    farEnough: ({ context }: AnyMachineSnapshot) => context.owed > 2,
    events: [
      ...named(
        'drawer.open',
        'drawer.close',
        'userMenu.toggle',
        'userMenu.open',
        'userMenu.close',
        'location.changed',
        'session.signedOut',
        'scroll.passedThreshold',
        'scroll.returnedToTop',
        'intents.unsettled',
        'intents.settled',
      ),
      { type: 'page.changed', title: 'Movies' },
    ],
  },
  changePassword: {
    events: [
      { type: 'field.change', field: 'password', value: 'popcorn-in-row-e' },
      { type: 'field.change', field: 'newPassword', value: 'curtain-in-row-f' },
      { type: 'field.change', field: 'confirmPassword', value: 'curtain-in-row-f' },
      { type: 'field.change', field: 'confirmPassword', value: 'curtain' },
      { type: 'field.blur', field: 'newPassword' },
      { type: 'password.change' },
    ],
    showing: named('password.change'),
    answers: { changePassword: { done: [{ ended: 2 }], error: [madeUpFailure('wrong_password')] } },
  },
  signOutOthers: {
    events: named('others.signOut'),
    answers: { signOutOthers: { done: [{ ended: 2 }], error: [unreachable] } },
  },
  theme: {
    events: [
      { type: 'theme.toggle' },
      { type: 'theme.stored', theme: 'light' },
      { type: 'theme.stored', theme: 'dark' },
    ],
  },
  toasts: {
    events: [
      { type: 'notify', notification: { type: 'info', text: 'Oh', placement: 'top-right' } },
      { type: 'toast.close', id: 1 },
    ],
    showing: [
      { type: 'notify', notification: { type: 'success', text: sentences.cancelSuccess, placement: 'top-right' } },
    ],
    farEnough: ({ context }: AnyMachineSnapshot) => context.nextId > 4,
  },
} satisfies Readonly<Record<string, MadeUpWorld>>;

function named(...types: readonly string[]) {
  return types.map((type) => ({ type }));
}

function location(route: Route, title: string, personal?: AppLocation['personal']): AppLocation {
  return { route, params: {}, pathname: route, search: '', title, section: undefined, personal };
}

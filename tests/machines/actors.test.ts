import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { StateMachine, toPromise, type AnyActorLogic } from 'xstate';
import { failed, failureOf } from '#domain/failure.ts';
import type { AnyMachineFixture } from '../fixtures/machineFixture.ts';
import { machineFixtures } from '../fixtures/machineFixtures.ts';
import { ana, metropolis, ticketOf } from '../fixtures/people.ts';
import { openPlatform, type Given } from './openPlatform.ts';

type Platform = ReturnType<typeof openPlatform>;

/** The requests of a promise actor, in order, each with its response, and the output of the actor. */
interface Promised {
  readonly given?: Given;
  readonly input?: unknown;
  readonly requests: readonly (readonly [request: string, answer: unknown])[];
  readonly output: unknown;
  /** The output when a request is refused with `internal`. Without it, the actor rejects. */
  readonly refused?: unknown;
}

/** The events that a callback actor sends when it starts, and then after each change in the browser or on the server. */
interface Watched {
  readonly given?: Given;
  readonly input?: unknown;
  readonly atStart: readonly object[];
  readonly later?: readonly (readonly [happens: (platform: Platform) => unknown, events: readonly object[]])[];
}

/** An error code instead of a body. */
class Refused {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
const showtime = { movieTitle: 'Metropolis', showtimeDate: '05 Mar', showtimeTime: '14.30' };
const SHOWTIME = '"movieTitle":"Metropolis","showtimeDate":"05 Mar","showtimeTime":"14.30"';
const expiresAt = '1970-01-01T00:05:00.000Z';
const MINUTES = 300_000;
const shareCode = 'kV3xQ0b7T2mNfYc9Zr1sLA';
const change = { screening, seatNumbers: [11, 12], id: undefined };
const held = { ...showtime, id: '7f3a12c0-0000-4000-8000-000000000001', seatNumbers: [11, 12], expiresAt };
const ownHold = { id: '7f3a12c0', seatNumbers: [11, 12], expiresAt: MINUTES, shareCode: undefined };
const internal = { ...failed('internal'), message: '' };
const marked = { title: 'Metropolis', startsAt: 7 };
const READ_SEATS = 'GET booked-seats/Metropolis?showtimeDate=05+Mar&showtimeTime=14.30';
const reportedHold = { by: 'hK3x9Qa1', id: '7f3a12c0', seatNumbers: [2], expiresAt };
const bookedSeats = [{ ...showtime, seatNumbers: [1], holds: [reportedHold] }];
const holdInReport = { ...reportedHold, expiresAt: MINUTES };
const hundred = Array.from({ length: 100 }, (_, index) => ticketOf(`t${index}`));
const film = { route: '/movie/:movieTitle', params: { movieTitle: 'Metropolis' }, search: '' };
const savedTickets = (...ids: string[]) => JSON.stringify({ userId: 'u1', tickets: ids.map((id) => ticketOf(id)) });

/** The output of a change of the hold, and the one when the server refuses. */
function outcomes(wish: string, hold?: object, now = 0) {
  const output = { wish, seatNumbers: [11, 12], hold, failure: undefined, at: now };
  return { output, refused: { ...output, hold: undefined, failure: internal } };
}

/** The mark of a secret in the screening that starts at 7. */
function markOf(secret: string): string {
  return createHash('sha256').update(`${secret} 7 Metropolis`).digest('base64url').slice(0, 8);
}

/** Actors that decide something: which answer counts, what follows from it. Tests of pages run all others. */
const promised: Readonly<Record<string, readonly Promised[]>> = {
  'booking.loadMovie': [
    {
      input: { title: 'Metropolis' },
      requests: [['GET movie/Metropolis under the overlay', metropolis]],
      output: metropolis,
    },
  ],
  'hall.changeHold': [
    {
      given: { now: 9 },
      input: { ...change, wish: 'hold' },
      requests: [[`POST holds {${SHOWTIME},"seatNumbers":[11,12]} with key-1`, held]],
      ...outcomes('hold', ownHold, 9),
    },
    {
      input: { ...change, wish: 'hold', id: 'hold-0' },
      requests: [[`POST holds {${SHOWTIME},"seatNumbers":[11,12],"replaces":"hold-0"} with key-1`, held]],
      ...outcomes('hold', ownHold),
    },
    {
      input: { ...change, wish: 'share', id: 'hold-0' },
      requests: [
        [
          `POST holds {${SHOWTIME},"seatNumbers":[11,12],"shared":true,"replaces":"hold-0"} with key-1`,
          { ...held, shareCode },
        ],
      ],
      ...outcomes('share', { ...ownHold, shareCode }),
    },
    {
      input: { ...change, wish: 'release', id: 'hold-1' },
      requests: [['DELETE holds {"id":"hold-1"}', undefined]],
      ...outcomes('release'),
    },
    // The last response was lost, so the hold may have been replaced.
    {
      input: { ...change, wish: 'release' },
      requests: [['DELETE holds {}', undefined]],
      ...outcomes('release'),
    },
    {
      input: { ...change, wish: 'stop', id: 'hold-1' },
      requests: [['DELETE holds {"shared":true,"id":"hold-1"}', undefined]],
      ...outcomes('stop'),
    },
  ],
  'hall.computeMarks': [
    {
      input: { screening: marked, userId: 'u1', shareCode },
      requests: [],
      output: { userId: 'u1', shareCode, userMark: markOf('u1'), codeMark: markOf(shareCode) },
    },
    // Without a user, and without a code.
    {
      input: { screening: marked, userId: undefined, shareCode },
      requests: [],
      output: { userId: undefined, shareCode, userMark: undefined, codeMark: markOf(shareCode) },
    },
    {
      input: { screening: marked, userId: 'u1', shareCode: undefined },
      requests: [],
      output: { userId: 'u1', shareCode: undefined, userMark: markOf('u1'), codeMark: undefined },
    },
  ],
  'movies.loadMovies': [
    {
      given: { random: 0.99 },
      requests: [['GET movie under the overlay', [metropolis, metropolis, metropolis]]],
      output: { movies: [metropolis, metropolis, metropolis], startIndex: 2 },
    },
  ],
  'seatFeed.loadSeats': [
    {
      input: screening,
      requests: [[READ_SEATS, bookedSeats]],
      output: { report: { sold: [1], holds: [holdInReport] }, at: 0 },
    },
    {
      given: { now: 9 },
      input: screening,
      requests: [[READ_SEATS, [{ ...showtime, seatNumbers: [1] }]]],
      output: { report: { sold: [1], holds: [] }, at: 9 },
    },
  ],
  'session.loadUser': [
    {
      given: { location: { personal: 'guarded' } },
      input: { loading: true },
      requests: [['GET user/info under the overlay', ana]],
      output: ana,
    },
    {
      given: { location: { personal: undefined } },
      input: { loading: true },
      requests: [['GET user/info', ana]],
      output: ana,
    },
    {
      given: { location: { personal: 'guarded' } },
      input: { loading: false },
      requests: [['GET user/info', ana]],
      output: ana,
    },
    { input: { loading: true }, requests: [['GET user/info', ana]], output: ana },
    // A text that is no token counts as none.
    { given: { stored: { 'nobar-now.token': ' ' } }, input: { loading: true }, requests: [], output: undefined },
  ],
  'session.loadAccount': [
    {
      given: { location: { route: '/my-tickets' } },
      input: { isUserKnown: true, loading: true },
      requests: [
        ['GET user/tickets under the overlay', hundred],
        ['GET user/tickets?before=t99 under the overlay', [ticketOf('t100')]],
      ],
      output: { user: undefined, tickets: [...hundred, ticketOf('t100')] },
    },
    {
      given: { location: { route: '/' } },
      input: { isUserKnown: false, loading: true },
      requests: [
        ['GET user/info', ana],
        ['GET user/tickets', []],
      ],
      output: { user: ana, tickets: [] },
    },
    {
      given: { location: { route: '/my-tickets' } },
      input: { isUserKnown: true, loading: false },
      requests: [['GET user/tickets', []]],
      output: { user: undefined, tickets: [] },
    },
    {
      input: { isUserKnown: true, loading: true },
      requests: [['GET user/tickets', []]],
      output: { user: undefined, tickets: [] },
    },
  ],
};

const watched: Readonly<Record<string, readonly Watched[]>> = {
  'booking.watchMovie': [
    // The film comes from a fresh document or from a request.
    { input: { title: 'Metropolis', isKnown: false }, atStart: [] },
    {
      given: { now: 1_000_000, renderedAt: 999_000 },
      input: { title: 'Metropolis', isKnown: false },
      atStart: [],
    },
    {
      given: { now: 1_000_000, renderedAt: 0 },
      input: { title: 'Metropolis', isKnown: false },
      atStart: [],
      later: [
        [
          ({ answer }) => answer(metropolis),
          [
            { type: 'movie.changed', movie: metropolis },
            { type: 'clock.ticked', now: 1_000_000 },
          ],
        ],
      ],
    },
    {
      input: { title: 'Metropolis', isKnown: true },
      atStart: [],
      later: [
        [({ refuse }) => refuse('movie_not_found'), [{ type: 'movie.missing' }, { type: 'clock.ticked', now: 0 }]],
      ],
    },
    {
      input: { title: 'Metropolis', isKnown: true },
      atStart: [],
      later: [
        [({ refuse }) => refuse('internal'), [{ type: 'clock.ticked', now: 0 }]],
        [({ signal }) => signal('online'), []],
        [
          ({ answer }) => answer(metropolis),
          [
            { type: 'movie.changed', movie: metropolis },
            { type: 'clock.ticked', now: 0 },
          ],
        ],
      ],
    },
  ],
  'booking.watchShowtime': [
    {
      given: { location: film },
      input: { title: 'Metropolis' },
      atStart: [showtimeChanged(undefined, undefined, [], undefined)],
      later: [
        [
          ({ goTo }) => goTo({ ...film, search: `?date=05+Mar&time=14.30&beside=11,12&together=${shareCode}` }),
          [showtimeChanged('05 Mar', '14.30', [11, 12], shareCode)],
        ],
        [({ goTo }) => goTo({ ...film, params: { movieTitle: 'Nosferatu' } }), []],
      ],
    },
  ],
  'command.watchOnline': [{ atStart: [], later: [[({ signal }) => signal('online'), [{ type: 'browser.online' }]]] }],
  'hall.readSavedSeats': [
    {
      given: { stored: { 'nobar-now.seats': JSON.stringify([{ ...screening, seatNumbers: [11] }]) } },
      input: screening,
      atStart: [{ type: 'seats.restored', saved: [11] }],
    },
    { input: screening, atStart: [{ type: 'seats.restored', saved: [] }] },
  ],
  'movies.watchSearch': [
    {
      given: { location: { route: '/movies', search: '?search=moon' } },
      atStart: [{ type: 'search.found', text: 'moon' }],
      later: [
        [({ goTo }) => goTo({ route: '/movies', search: '?search=moon', key: 'again' }), []],
        [({ goTo }) => goTo({ route: '/movies', search: '' }), []],
        [({ goTo }) => goTo({ route: '/about', search: '?search=sun' }), []],
        [({ goTo }) => goTo({ route: '/movies', search: '?search=sun' }), [{ type: 'search.changed', text: 'sun' }]],
      ],
    },
  ],
  'movies.watchAge': [
    { given: { now: 1_000_000, renderedAt: 0 }, atStart: [{ type: 'movies.aged' }] },
    { given: { now: 0, renderedAt: 1_000_000 }, atStart: [{ type: 'movies.aged' }] },
    { given: { now: 60_000, renderedAt: 0 }, atStart: [] },
    {
      given: { now: 1_000_000, location: film },
      atStart: [],
      later: [
        [at(999_999 + MINUTES, show), []],
        [at(1_000_000 + MINUTES, hide), []],
        [show, [{ type: 'movies.aged' }]],
        [show, []],
        [at(1_000_000 + 2 * MINUTES, ({ goTo }) => goTo({ route: '/movies' })), [{ type: 'movies.aged' }]],
        // A response has set the clock back.
        [at(1000, show), [{ type: 'movies.aged' }]],
      ],
    },
  ],
  'seatFeed.watchPage': [
    {
      atStart: [{ type: 'page.shown' }],
      later: [
        [hide, [{ type: 'page.hidden' }]],
        [({ signal }) => signal('online'), [{ type: 'page.hidden' }]],
        [show, [{ type: 'page.shown' }]],
      ],
    },
  ],
  'seatFeed.watchSeats': [
    {
      input: screening,
      atStart: [],
      later: [
        [
          ({ signal }) => signal("the feed's message", JSON.stringify({ seatNumbers: [1], holds: [reportedHold] })),
          [{ type: 'seats.received', report: { sold: [1], holds: [holdInReport] }, at: 0 }],
        ],
        [
          at(9, ({ signal }) => signal("the feed's message", '{"seatNumbers":[1]}')),
          [{ type: 'seats.received', report: { sold: [1], holds: [] }, at: 9 }],
        ],
        [({ signal }) => signal("the feed's message", '{"seatNumbers":"1"}'), [{ type: 'feed.lost' }]],
        [at(10, ({ signal }) => signal("the feed's heartbeat")), [{ type: 'feed.heard', at: 10 }]],
        [({ signal }) => signal("the feed's error", 0), [{ type: 'feed.lost' }]],
        [({ signal }) => signal("the feed's error", 2), [{ type: 'feed.lost' }, { type: 'feed.closed' }]],
      ],
    },
  ],
  'session.watchSession': [
    {
      atStart: [],
      later: [
        [({ environment }) => void environment.api('readUser').catch(() => undefined), []],
        [({ refuse }) => refuse('unauthenticated'), [{ type: 'session.ended' }]],
      ],
    },
  ],
  'session.watchToken': [
    {
      atStart: [],
      later: [[({ signal }) => signal('nobar-now.token of another tab'), [{ type: 'token.changed' }]]],
    },
  ],
  'session.watchTabs': [
    {
      given: { now: 100_000 },
      atStart: [],
      later: [
        [({ signal }) => signal('another tab'), [{ type: 'account.changed' }]],
        [at(104_999, show), []],
        [at(105_000, hide), []],
        [at(105_000, show), [{ type: 'tab.shown' }]],
        [at(109_999, show), []],
        // A response has set the clock back.
        [at(1000, show), [{ type: 'tab.shown' }]],
      ],
    },
  ],
  'session.watchSavedTickets': [
    {
      given: { stored: { 'nobar-now.tickets': savedTickets('t1', 't2') } },
      atStart: [{ type: 'savedTickets.changed', tickets: [ticketOf('t1'), ticketOf('t2')] }],
      later: [
        [
          ({ environment }) => environment.storage.tickets.drop('t2'),
          [{ type: 'savedTickets.changed', tickets: [ticketOf('t1')] }],
        ],
        [
          ({ texts, signal }) => {
            texts.delete('nobar-now.tickets');
            signal('nobar-now.tickets of another tab');
          },
          [{ type: 'savedTickets.changed', tickets: [] }],
        ],
      ],
    },
  ],
  'shell.watchScroll': [
    {
      input: { threshold: 8 },
      atStart: [],
      later: [
        [({ signal }) => signal('scroll', 9), [{ type: 'scroll.passedThreshold' }]],
        [({ signal }) => signal('scroll', 8), [{ type: 'scroll.returnedToTop' }]],
      ],
    },
  ],
  'theme.watchStoredTheme': [
    {
      given: { stored: { 'nobar-now.theme': 'light' } },
      atStart: [{ type: 'theme.stored', theme: 'light' }],
      later: [
        [storeTheme('sepia'), []],
        [storeTheme('dark'), [{ type: 'theme.stored', theme: 'dark' }]],
      ],
    },
  ],
};

const actors = new Map<AnyActorLogic, readonly string[]>();
for (const { machine } of Object.values<AnyMachineFixture>(machineFixtures)) {
  const { id, implementations } = machine;
  for (const [name, logic] of Object.entries(implementations.actors)) {
    if (isEffect(logic)) actors.set(logic, [...(actors.get(logic) ?? []), `${id}.${name}`]);
  }
}

describe('a promise actor', () => {
  const rows = Object.entries(promised).flatMap(([name, cases]) => cases.map((each) => ({ name, ...each })));

  test.each(rows)('$name sends its requests and resolves to their result', async ({ name, given, input, ...row }) => {
    const platform = openPlatform(given);
    const promise = toPromise(platform.start(logicOf(name), input));
    for (const [, answer] of row.requests) await respond(platform, answer);
    expect(await promise).toEqual(row.output);
    expect(platform.requests).toEqual(row.requests.map(([request]) => request));
  });

  const failures = rows.flatMap((row) => row.requests.map((_, index) => ({ ...row, index })));

  test.each(failures)('$name reports the error of its request $index', async ({ name, given, input, ...row }) => {
    const platform = openPlatform(given);
    const promise = toPromise(platform.start(logicOf(name), input)).catch((error: unknown) => failureOf(error).code);
    for (const [, answer] of row.requests.slice(0, row.index)) await respond(platform, answer);
    await respond(platform, new Refused('internal'));
    expect(await promise).toEqual(row.refused ?? 'internal');
  });
});

test('LOG OUT removes the token while its request, which has the token, still waits', async () => {
  const platform = openPlatform();
  const promise = toPromise(platform.start(logicOf('session.revokeToken')));
  await settle();
  expect([platform.tokens, platform.environment.storage.token.read()]).toEqual([['Bearer token'], undefined]);
  await respond(platform, undefined);
  await promise;
});

describe('a callback actor', () => {
  const rows = Object.entries(watched).flatMap(([name, cases]) => cases.map((each) => ({ name, ...each })));

  test.each(rows)('$name sends its events, and unsubscribes when it stops', async ({ name, given, input, ...row }) => {
    const platform = openPlatform(given);
    const actor = platform.start(logicOf(name), input);
    await settle();
    expect(platform.takeEvents()).toEqual(row.atStart);
    for (const [happens, events] of row.later ?? []) {
      await happens(platform);
      await settle();
      expect(platform.takeEvents()).toEqual(events);
    }
    actor.send({ type: 'xstate.stop' });
    expect(platform.subscriptions()).toEqual([]);
  });
});

/** Whether the logic of an actor is not a machine. */
function isEffect(logic: unknown): logic is AnyActorLogic {
  return typeof logic === 'object' && logic !== null && 'transition' in logic && !(logic instanceof StateMachine);
}

function logicOf(name: string): AnyActorLogic {
  const [logic] = [...actors].find(([, names]) => names.includes(name)) ?? [];
  if (logic === undefined) throw new Error(`No machine has the actor ${name}`);
  return logic;
}

/** Responds to the next request of an actor. */
async function respond({ answer, isWaiting, refuse }: Platform, body: unknown): Promise<void> {
  await vi.waitUntil(isWaiting);
  if (body instanceof Refused) refuse(body.code);
  else answer(body);
}

/** Lets the responses and the requests that follow from them through, which takes a few turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

function show({ state, signal }: Platform): void {
  state.isHidden = false;
  signal('visibility');
}

function hide({ state, signal }: Platform): void {
  state.isHidden = true;
  signal('visibility');
}

function at(now: number, happens: (platform: Platform) => void) {
  return (platform: Platform) => {
    platform.state.now = now;
    happens(platform);
  };
}

function storeTheme(theme: string) {
  return ({ texts, signal }: Platform) => {
    texts.set('nobar-now.theme', theme);
    signal('nobar-now.theme of another tab');
  };
}

function showtimeChanged(
  date: string | undefined,
  time: string | undefined,
  beside: readonly number[],
  code: string | undefined,
) {
  return { type: 'showtime.changed', showtime: { date, time }, beside, shareCode: code };
}

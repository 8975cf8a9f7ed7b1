import { expect, test } from 'vitest';
import { callNames, calls, isOfDoor, isPersonal, type CallName } from '#contract/calls.ts';
import { theKid } from './catalogueMovies.ts';
import { describeOutcome, fillEveryTable, outcomeOf, rowsChangedBy, stranger, us } from './everyTable.ts';
import { collectStatements, listRefusedQueries } from './likePostgres.ts';
import { describeOnAnyEngine, describeOnPostgres } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { openFeed } from './openFeed.ts';
import { booking, PASSWORD, signUpForm } from './people.ts';

interface SentCall {
  /** Distinguishes several cases of one call. */
  readonly when?: string;
  /** The text that replaces the parameter in braces in the path. */
  readonly params?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key?: string;
  /** Instead of our token, or that of our door. */
  readonly token?: string;
  readonly status?: number;
  /** All rows that the call changes or deletes. */
  readonly changes?: readonly string[];
  /** Sends the call in another way. */
  readonly send?: (cinema: Cinema) => Promise<unknown>;
  /** Checks the response. Without it, the response must be the same with and without the rows of others. */
  readonly answers?: (response: string) => void;
}

const showtime = { showtimeDate: '05 Mar', showtimeTime: '20.35' };
const held = { ...showtime, movieTitle: theKid.title, movieId: '1' };
const heldSeats = { ...showtime, movieTitle: theKid.title };
const newPassword = 'battery staple 9';
const soldTonight = describeOutcome([us.seat, stranger.seat]);

/** Each call as our user sends it. A call that is missing here is a type error. */
const everyCall: Readonly<Record<CallName, readonly SentCall[]>> = {
  signUp: [
    { body: signUpForm() },
    {
      when: 'under the name of another user',
      body: signUpForm({ username: stranger.username }),
      status: 409,
      answers: (response) => expect(response).toContain('username_taken'),
    },
  ],
  signIn: [
    {
      body: { username: us.username, password: PASSWORD },
      changes: ['our known address'],
    },
    {
      when: 'with a wrong password',
      body: { username: us.username, password: 'wrong horse' },
      status: 401,
      changes: ['our known address'],
    },
  ],
  signOut: [{ changes: ['our held seat', 'our hold', 'our session'] }],
  signOutOthers: [
    {
      changes: ['our user', 'the session of our other device'],
      answers: (response) => expect(response).toContain('ended: 1'),
    },
  ],
  changePassword: [
    {
      body: { password: PASSWORD, newPassword, confirmPassword: newPassword },
      changes: ['our user', 'the session of our other device', 'wrong passwords in our session'],
      answers: (response) => expect(response).toContain('ended: 1'),
    },
    {
      when: 'with a key',
      body: { password: PASSWORD, newPassword, confirmPassword: newPassword },
      key: us.key,
      changes: ['our user', 'the session of our other device', 'wrong passwords in our session'],
      answers: (response) => expect(response).toContain('ended: 1'),
    },
  ],
  readUser: [{}],
  listTickets: [
    {
      answers: (response) => {
        for (const id of us.ticketIds) expect(response).toContain(id);
        expect(response.match(/bookingTime/g)).toHaveLength(us.ticketIds.length);
      },
    },
  ],
  bookTickets: [
    { body: booking({ seatNumbers: [3, 4] }), changes: ['our user'] },
    {
      when: 'the seat that we hold',
      body: booking({ seatNumbers: [us.heldSeat] }),
      changes: ['our held seat', 'our hold', 'our user'],
    },
    {
      when: 'a seat that another user shares',
      body: booking({ seatNumbers: [stranger.heldSeat], shareCode: stranger.shareCode }),
      changes: ['our user', 'a held seat of theirs'],
      answers: (response) => expect(response).toContain(`shareCode: '${stranger.shareCode}'`),
    },
    {
      when: 'a seat that is sold',
      body: booking({ seatNumbers: [stranger.seat, 3] }),
      status: 409,
      answers: (response) => expect(response).toContain(`seatNumbers: [ ${stranger.seat} ]`),
    },
  ],
  cancelTicket: [
    {
      body: { ticketId: us.ticketId, password: PASSWORD },
      changes: ['our seat', 'our ticket', 'our user', 'wrong passwords in our session'],
    },
    {
      when: 'that is inside',
      body: { ticketId: us.usedTicketId, password: PASSWORD },
      status: 409,
      changes: ['wrong passwords in our session'],
    },
    {
      when: 'of another user',
      body: { ticketId: stranger.ticketId, password: PASSWORD },
      status: 404,
      changes: ['wrong passwords in our session'],
    },
  ],
  readBalance: [{}],
  topUp: [
    { body: { amount: 50_000 }, key: 'new', changes: ['our user'] },
    { when: 'sent before', body: { amount: 1 }, key: us.key },
    { when: 'under the key of another user', body: { amount: 50_000 }, key: stranger.key, changes: ['our user'] },
    { when: 'under the key of another request', body: { amount: 50_000 }, key: us.key, status: 422 },
    {
      when: 'under a key that has expired',
      body: { amount: 50_000 },
      key: us.oldKey,
      changes: ['our old key', 'our user'],
    },
  ],
  withdraw: [
    {
      body: { amount: 50_000, password: PASSWORD },
      key: us.key,
      changes: ['our user', 'wrong passwords in our session'],
    },
    {
      when: 'with a wrong password',
      body: { amount: 50_000, password: 'wrong horse' },
      status: 403,
      changes: ['wrong passwords in our session'],
    },
  ],
  listTransactions: [{}, { when: 'the second page', query: { before: '2' } }],
  listMovies: [{}],
  findMovie: [{ params: 'Sunrise' }, { when: 'withdrawn', params: 'Metropolis', status: 404 }],
  findBookedSeats: [
    {
      params: 'The%20Kid',
      query: showtime,
      answers: (response) => expect(response).toContain(`seatNumbers: ${soldTonight}`),
    },
  ],
  openSeatFeed: [
    {
      params: 'The%20Kid',
      send: async ({ app }) => {
        const feed = await openFeed(await app.listen({ port: 0 }));
        const seats = await feed.next();
        feed.close();
        return { status: feed.status, seats };
      },
      answers: (response) => expect(response).toContain(`seats: ${soldTonight}`),
    },
  ],
  readCalendar: [
    {
      query: { title: 'Metropolis', startsAt: '2026-03-05T13:35:00.000Z', seatNumbers: '1,2' },
      answers: (response) => expect(response).toContain('SUMMARY:Metropolis'),
    },
  ],
  createHold: [
    { body: { ...heldSeats, seatNumbers: [us.heldSeat, 8] }, changes: ['our held seat', 'our hold'] },
    {
      when: 'a seat that another user holds',
      body: { ...heldSeats, seatNumbers: [stranger.heldSeat] },
      status: 409,
      answers: (response) => expect(response).toContain('seat_held'),
    },
    {
      when: 'instead of the hold of another user',
      body: { ...heldSeats, seatNumbers: [8], replaces: `hold of ${stranger.userId}` },
      status: 409,
    },
  ],
  releaseHold: [
    { changes: ['our held seat', 'our hold'] },
    { when: 'a shared one', body: { shared: true }, status: 204 },
    { when: 'of another user', body: { id: `hold of ${stranger.userId}` }, status: 409 },
  ],
  recordSeats: [
    { body: { ...held, seatNumbers: [us.seat] } },
    { when: 'for a seat of another user', body: { ...held, seatNumbers: [stranger.seat] }, status: 409 },
  ],
  releaseSeats: [{ body: { ...held, seatNumbers: [us.seat] } }],
  readDoor: [
    {
      answers: (response) => {
        expect(response).toContain("name: 'The door our door'");
        expect(response).toContain('soldSeats: 2');
      },
    },
    { when: 'with the token of a user', token: us.token, status: 401 },
    { when: 'with the token of a door that has ended', token: 'ended-door-token', status: 401 },
    { when: 'with the token of a closed door', token: 'closed-door-token', status: 401 },
  ],
  listDoorTickets: [
    { query: heldSeats, answers: (response) => expect(response.match(/codeHash/g)).toHaveLength(4) },
    { when: 'of another day', query: { ...heldSeats, showtimeDate: '06 Mar' } },
  ],
  admitTicket: [
    { body: { ...heldSeats, code: us.code } },
    { when: 'under a key that a user has used', body: { ...heldSeats, code: us.code }, key: us.key },
    { when: 'at another door', body: { ...heldSeats, code: us.code }, token: 'their-door-token', answers: admitted },
  ],
  undoAdmission: [
    { body: { code: us.usedCode }, changes: ['our admission'] },
    { when: 'of another door', body: { code: stranger.usedCode } },
    { when: 'of a ticket that is not inside', body: { code: us.code } },
  ],
  checkLife: [{}],
  checkReadiness: [{ changes: ['the pulse'] }],
};

/** Sends a call from our address, with our token if it needs one. */
async function send(cinema: Cinema, name: CallName, { params = '', query, ...sent }: SentCall): Promise<unknown> {
  if (sent.send !== undefined) return sent.send(cinema);
  const { method, path } = calls[name];
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const { status, body } = await cinema.call(method, `${path.replace(/\{.*\}/, params)}${search}`, {
    address: us.address,
    ...(isPersonal(calls[name]) && { token: us.token }),
    ...(isOfDoor(calls[name]) && { token: sent.token ?? us.doorToken }),
    ...(sent.body !== undefined && { body: sent.body }),
    ...(sent.key !== undefined && { key: sent.key }),
  });
  return { status, body };
}

function admitted(response: string): void {
  expect(response).toContain("answer: 'welcome'");
}

const cases = callNames.flatMap((name) =>
  everyCall[name].map((sent) => ({ name, sent, title: [name, sent.when ?? []].flat().join(': ') })),
);

describeOnAnyEngine('reliability 9 and 26: every call reads and changes only the rows of its user', ({ open }) => {
  test.each(cases)('$title', async ({ name, sent }) => {
    const { changes = [], status = calls[name].status, answers } = sent;
    const options = { movies: [], spoilsBooks: true, doorOpensMinutes: 24 * 60 };
    const beside = await open(options);
    await fillEveryTable(beside.db, false);
    let response = '';
    const changed = await rowsChangedBy(beside.db, async () => {
      response = await outcomeOf(() => collectStatements(() => send(beside, name, sent)));
    });
    expect(response).toContain(`status: ${status}`);
    expect(changed, 'the rows that the call changed').toEqual(changes.toSorted());
    if (answers !== undefined) return answers(response);
    const alone = await open(options);
    await fillEveryTable(alone.db, true);
    expect(response, 'its response').toBe(await outcomeOf(() => send(alone, name, sent)));
  });
});

describeOnPostgres('section 7: a call', ({ test: onPostgres }) => {
  onPostgres('runs only queries that PostgreSQL accepts', async ({ cinema }) => {
    expect(await listRefusedQueries(cinema.db)).toEqual([]);
  });
});

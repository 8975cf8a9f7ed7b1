import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { expect } from 'vitest';
import { doorSchema, doorTicketsSchema, type DoorTicket } from '#contract/door.ts';
import { ticketsSchema } from '#contract/ticket.ts';
import { closeDoor, findDoor } from '../../src/server/store/doors.ts';
import { rounds } from '../rounds.ts';
import { addDoor, admit, buyWithCode, show, THURSDAY_EVENING, TONIGHT, undo, type TestDoor } from './atTheDoor.ts';
import { dump } from './books.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine, describeOnBothEngines } from './onBothEngines.ts';
import { countByStatus, type Cinema } from './openCinema.ts';
import { runCommandLine } from './startServerProcess.ts';
import { addPerson, booking, cancel, purchase, type Person } from './people.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ADMITTED_AT = new Date(THURSDAY_EVENING).toISOString();
const STARTS_AT = '2026-03-05T13:35:00.000Z';

/** Sells tickets in the morning, then waits for the evening and opens a door. */
async function evening(
  cinema: Cinema,
  tickets: readonly Record<string, unknown>[] = [{}],
): Promise<{ readonly door: TestDoor; readonly visitor: Person; readonly codes: string[]; readonly ids: string[] }> {
  const visitor = await addPerson(cinema, { balance: 2_000_000 });
  const bought = [];
  for (const changes of tickets) bought.push(await buyWithCode(cinema, visitor, changes));
  cinema.clock.now = THURSDAY_EVENING;
  const door = await addDoor(cinema);
  return { door, visitor, codes: bought.map(({ code }) => code), ids: bought.map(({ id }) => id) };
}

async function listOf(cinema: Cinema, { token }: TestDoor, screening = TONIGHT): Promise<DoorTicket[]> {
  const { body } = await cinema.call('GET', `door/tickets?${new URLSearchParams(screening).toString()}`, { token });
  return v.parse(v.strictObject(doorTicketsSchema.entries), body).tickets;
}

async function admissions({ db }: Cinema): Promise<number> {
  return (await db.selectFrom('admissions').select('ticket_id').execute()).length;
}

/** Sends every call of a door, and expects each to be refused. */
async function expectClosed(cinema: Cinema, { token }: TestDoor, code: string): Promise<void> {
  const answers = [
    await cinema.call('GET', 'door', { token }),
    await cinema.call('GET', `door/tickets?${new URLSearchParams(TONIGHT).toString()}`, { token }),
    await show(cinema, { token }, code, {}, { key: 'k' }),
    await undo(cinema, { token }, code, { key: 'k' }),
  ];
  for (const answer of answers) expectProblem(answer, 'door_closed');
}

describeOnBothEngines('reliability 74: a ticket is admitted once or cancelled', ({ test }) => {
  test('welcomes a ticket that two doors admit at the same time at one of them', async ({ cinema }) => {
    const seats = Array.from({ length: 20 }, (_, index) => ({ seatNumbers: [index + 1] }));
    const { door, codes } = await evening(cinema, seats);
    const side = await addDoor(cinema, 'Side door');
    const answers = await Promise.all(
      codes.map((code) => Promise.all([door, side].map((each) => admit(cinema, each, code)))),
    );
    for (const pair of answers)
      expect(pair.map(({ answer }) => answer).toSorted()).toEqual(['already_inside', 'welcome']);
    expect(await admissions(cinema)).toBe(20);
  });

  test('repeats the welcome for the same key, also when the phone counts other seconds', async ({ cinema }) => {
    const { door, codes } = await evening(cinema);
    const [code = ''] = codes;
    const first = await admit(cinema, door, code, {}, { key: 'k' });
    cinema.clock.now += MINUTE;
    expect(await admit(cinema, door, code, { secondsAgo: 60 }, { key: 'k' })).toEqual(first);
    const together = await Promise.all(
      [1, 2, 3].map(() => admit(cinema, door, code, { secondsAgo: 61 }, { key: 'k' })),
    );
    expect(together).toEqual([first, first, first]);
    expectProblem(await show(cinema, door, '0'.repeat(20), {}, { key: 'k' }), 'idempotency_conflict');
  });

  test('a ticket that is admitted and cancelled at the same time is either inside or refunded', async ({ cinema }) => {
    const seats = Array.from({ length: 20 }, (_, index) => ({ seatNumbers: [index + 1] }));
    const { door, visitor, codes, ids } = await evening(cinema, seats);
    const outcomes = await Promise.all(
      codes.map((code, index) => Promise.all([admit(cinema, door, code), cancel(cinema, visitor, ids[index])])),
    );
    for (const [{ answer }, { status }] of outcomes)
      expect([
        ['welcome', 409],
        ['cancelled', 200],
      ]).toContainEqual([answer, status]);
  });

  test('a ticket that is inside cannot be cancelled until the admission is undone, and its owner sees it', async ({
    cinema,
  }) => {
    const { door, visitor, codes, ids } = await evening(cinema);
    const [code = ''] = codes;
    await admit(cinema, door, code);
    const list = async () =>
      v.parse(ticketsSchema, (await cinema.call('GET', 'user/tickets', { token: visitor.token })).body);
    expect(await list()).toMatchObject([{ admissionCode: code, admittedAt: ADMITTED_AT }]);
    await expectApiError(cinema, 'ticket_used', () => cancel(cinema, visitor, ids[0]));
    const other = await addPerson(cinema);
    await expectApiError(cinema, 'ticket_not_found', () => cancel(cinema, other, ids[0]));
    const older = cinema.db
      .updateTable('tickets')
      .set({ cancelled_at: 1 })
      .where('id', '=', ids[0] ?? '')
      .execute();
    await expect(older, 'a cancellation by a server that knows no doors').rejects.toThrow(/has been used/);
    await undo(cinema, door, code);
    expect((await list())[0]).not.toHaveProperty('admittedAt');
    expect((await cancel(cinema, visitor, ids[0])).status).toBe(200);
  });

  test('gives a ticket without a code one when it is listed, and the same one to two requests at once', async ({
    cinema,
  }) => {
    const { door, visitor, ids } = await evening(cinema);
    await cinema.db.updateTable('tickets').set({ admission_code: null }).execute();
    const list = async () =>
      v.parse(ticketsSchema, (await cinema.call('GET', 'user/tickets', { token: visitor.token })).body);
    const confirm = cinema.call('POST', 'booked-seats', {
      token: visitor.token,
      body: { ...booking(), movieId: theKid.id },
    });
    const [one, two, listed] = await Promise.all([list(), list(), listOf(cinema, door), confirm]);
    const code = one[0]?.admissionCode ?? '';
    expect(two).toEqual(one);
    expect((await confirm).body).toMatchObject({ id: ids[0], admissionCode: code });
    expect(listed).toEqual([{ codeHash: createHash('sha256').update(code).digest('hex'), seatNumbers: [12] }]);
    expect(await admit(cinema, door, code)).toMatchObject({ answer: 'welcome' });
  });
});

describeOnAnyEngine('reliability 74: the answer of a door', ({ test }) => {
  test('welcomes a ticket with its seats, and later says when and where it was admitted', async ({ cinema }) => {
    const { door, codes } = await evening(cinema, [{ seatNumbers: [12, 13] }]);
    const [code = ''] = codes;
    expect(await admit(cinema, door, code)).toEqual({
      answer: 'welcome',
      seatNumbers: [12, 13],
      admittedAt: ADMITTED_AT,
    });
    cinema.clock.now += MINUTE;
    const side = await addDoor(cinema, 'Side door');
    for (const each of [door, side]) {
      expect(await admit(cinema, each, code)).toEqual({
        answer: 'already_inside',
        seatNumbers: [12, 13],
        admittedAt: ADMITTED_AT,
        door: 'Entrance',
      });
    }
  });

  test('reads a code as people type it', async ({ cinema }) => {
    const { door, codes } = await evening(cinema);
    const typed = (codes[0] ?? '').toLowerCase().replaceAll(/.{5}/g, '$& ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await admit(cinema, door, `-${typed}`)).toMatchObject({ answer: 'welcome' });
  });

  test('names the screening of a ticket for another one, also for the same one of last year or a chosen one of tomorrow', async ({
    cinema,
  }) => {
    const { door, codes, ids } = await evening(cinema, [
      { showtimeTime: '17.15' },
      { showtimeDate: '06 Mar' },
      { movieTitle: nosferatu.title, movieAgeRating: nosferatu.age_rating, movieTicketPrice: nosferatu.ticket_price },
      {},
    ]);
    await cinema.db
      .updateTable('tickets')
      .set({ starts_at: Date.parse('2025-03-05T20:35:00+07:00') })
      .where('id', '=', ids[3] ?? '')
      .execute();
    await cinema.db
      .updateTable('taken_seats')
      .set({ starts_at: Date.parse('2025-03-05T20:35:00+07:00') })
      .where('ticket_id', '=', ids[3] ?? '')
      .execute();
    const answers = [];
    for (const code of codes) answers.push(await admit(cinema, door, code));
    const answer = 'another_screening';
    expect(answers).toEqual([
      { answer, ...TONIGHT, showtimeTime: '17.15' },
      { answer, ...TONIGHT, showtimeDate: '06 Mar' },
      { answer, ...TONIGHT, movieTitle: nosferatu.title },
      { answer, ...TONIGHT },
    ]);
    expect(await admit(cinema, door, codes[1], { showtimeDate: '06 Mar' })).toMatchObject({ answer });
    expect(await admissions(cinema)).toBe(0);
  });

  test('refuses a cancelled ticket, a code of no ticket and what is no code, and changes nothing', async ({
    cinema,
  }) => {
    const { door, visitor, codes, ids } = await evening(cinema);
    await cancel(cinema, visitor, ids[0]);
    const before = await dump(cinema);
    expect(await admit(cinema, door, codes[0])).toEqual({ answer: 'cancelled' });
    for (const code of ['0'.repeat(20), ids[0], 'https://nobar.example/', '', 'a\0b', `' or 1=1 --`])
      expect(await admit(cinema, door, code)).toEqual({ answer: 'not_ours' });
    expectProblem(await show(cinema, door, 'x'.repeat(4000)), 'invalid_request');
    expect(await dump(cinema)).toEqual(before);
  });

  test('admits from an hour before the start, to the millisecond', async ({ cinema }) => {
    const { door, codes } = await evening(cinema);
    const opensAt = Date.parse(STARTS_AT) - HOUR;
    const early = await addDoor({ db: cinema.db, clock: { now: opensAt - HOUR } }, 'Early');
    cinema.clock.now = opensAt - 1;
    expect(await admit(cinema, early, codes[0])).toEqual({
      answer: 'too_early',
      opensAt: new Date(opensAt).toISOString(),
    });
    cinema.clock.now = opensAt;
    // An offline phone has seen the ticket a second ago.
    expect(await admit(cinema, early, codes[0], { secondsAgo: 1 })).toMatchObject({ answer: 'too_early' });
    expect(await admit(cinema, door, codes[0])).toMatchObject({ answer: 'welcome' });
  });

  test('takes the time at which an offline phone saw the ticket, but none before the door was opened', async ({
    cinema,
  }) => {
    const { door, codes } = await evening(cinema, [{ seatNumbers: [1] }, { seatNumbers: [2] }, { seatNumbers: [3] }]);
    cinema.clock.now += 30 * MINUTE;
    expect(await admit(cinema, door, codes[0], { secondsAgo: 600 })).toMatchObject({
      admittedAt: new Date(cinema.clock.now - 10 * MINUTE).toISOString(),
    });
    expect(await admit(cinema, door, codes[1], { secondsAgo: DAY / 1000 })).toMatchObject({ admittedAt: ADMITTED_AT });
    // Long after the screening, the phone finds a network again.
    cinema.clock.now += 11 * HOUR;
    expect(await admit(cinema, door, codes[2], { secondsAgo: (11 * HOUR) / 1000 })).toMatchObject({
      answer: 'welcome',
      admittedAt: new Date(THURSDAY_EVENING + 30 * MINUTE).toISOString(),
    });
  });

  test('undoes an admission of this door only, and a late copy of the admission does not repeat it', async ({
    cinema,
  }) => {
    const { door, codes } = await evening(cinema);
    const [code = ''] = codes;
    const side = await addDoor(cinema, 'Side door');
    const welcome = await admit(cinema, door, code, {}, { key: 'k' });
    expect((await undo(cinema, side, code)).body).toEqual({ undone: false });
    expect((await undo(cinema, door, code, { key: 'u' })).body).toEqual({ undone: true });
    expect(await admit(cinema, door, code, { secondsAgo: 5 }, { key: 'k' })).toEqual(welcome);
    expect(await admissions(cinema)).toBe(0);
    expect(await admit(cinema, side, code)).toMatchObject({ answer: 'welcome' });
    expect((await undo(cinema, door, code, { key: 'u' })).body).toEqual({ undone: true });
    expect(await admissions(cinema)).toBe(1);
  });

  test('repeats each answer for the same key: a late copy of a refused admission admits nobody', async ({ cinema }) => {
    const { codes } = await evening(cinema);
    const [code = ''] = codes;
    cinema.clock.now = Date.parse(STARTS_AT) - HOUR - 1;
    const [door, side] = [await addDoor(cinema, 'North'), await addDoor(cinema, 'South')];
    const early = await admit(cinema, door, code, {}, { key: 'early' });
    cinema.clock.now += MINUTE;
    expect(early.answer).toBe('too_early');
    expect(await admit(cinema, door, code, { secondsAgo: 60 }, { key: 'early' })).toEqual(early);
    expect((await undo(cinema, side, code, { key: 'u' })).body).toEqual({ undone: false });
    await admit(cinema, side, code);
    const inside = await admit(cinema, door, code, {}, { key: 'inside' });
    expect((await undo(cinema, side, code, { key: 'u' })).body).toEqual({ undone: false });
    expect(await admissions(cinema)).toBe(1);
    await undo(cinema, side, code);
    expect(inside.answer).toBe('already_inside');
    expect(await admit(cinema, door, code, {}, { key: 'inside' })).toEqual(inside);
    expect(await admissions(cinema)).toBe(0);
  });

  test('lists the sold screenings of the day and of the last six hours with the seats inside', async ({ cinema }) => {
    const { door, codes } = await evening(cinema, [
      { seatNumbers: [1, 2] },
      { seatNumbers: [3] },
      { showtimeTime: '11.40' },
      { showtimeDate: '06 Mar', showtimeTime: '11.40' },
    ]);
    await admit(cinema, door, codes[0]);
    const { token } = door;
    const read = async () =>
      v.parse(v.strictObject(doorSchema.entries), (await cinema.call('GET', 'door', { token })).body);
    const tonight = { ...TONIGHT, startsAt: STARTS_AT, soldSeats: 3, seatsInside: 2 };
    expect(await read()).toEqual({
      name: 'Entrance',
      endsAt: new Date(THURSDAY_EVENING + 12 * HOUR).toISOString(),
      opensMinutesBefore: 60,
      screenings: [
        { ...TONIGHT, showtimeTime: '11.40', startsAt: '2026-03-05T04:40:00.000Z', soldSeats: 1, seatsInside: 0 },
        tonight,
      ],
    });
    expect(await listOf(cinema, door, { ...TONIGHT, showtimeDate: '06 Mar', showtimeTime: '11.40' })).toEqual([]);
    cinema.clock.now = Date.parse('2026-03-06T02:35:00+07:00');
    const night = (await read()).screenings.map(({ showtimeDate, showtimeTime }) => `${showtimeDate} ${showtimeTime}`);
    expect(night).toEqual(['05 Mar 20.35', '06 Mar 11.40']);
    expect((await listOf(cinema, door)).length).toBe(2);
    cinema.clock.now += 1;
    expect((await read()).screenings).toHaveLength(1);
    expect(await listOf(cinema, door)).toEqual([]);
  });

  test('lists the valid tickets of a screening with hashes, without ids, codes and names', async ({ cinema }) => {
    const { door, visitor, codes, ids } = await evening(cinema, [
      { seatNumbers: [1, 2] },
      { seatNumbers: [3] },
      { seatNumbers: [4] },
    ]);
    await admit(cinema, door, codes[0]);
    await cancel(cinema, visitor, ids[2]);
    const [one, two] = codes.map((code) => createHash('sha256').update(code).digest('hex'));
    const tickets = await listOf(cinema, door);
    expect(tickets).toEqual([
      { codeHash: one, seatNumbers: [1, 2], admittedAt: ADMITTED_AT, door: 'Entrance' },
      { codeHash: two, seatNumbers: [3] },
    ]);
    // A stolen list admits nobody.
    for (const { codeHash } of tickets) expect(await admit(cinema, door, codeHash)).toEqual({ answer: 'not_ours' });
  });
});

describeOnAnyEngine('reliability 75: a door', ({ open, test }) => {
  test('does nothing more once it has ended or was closed', async ({ cinema }) => {
    const { door, codes } = await evening(cinema);
    const side = await addDoor(cinema, 'Side door');
    const before = await dump(cinema);
    cinema.clock.now += 12 * HOUR;
    await expectClosed(cinema, door, codes[0] ?? '');
    cinema.clock.now = THURSDAY_EVENING;
    expect(await dump(cinema)).toEqual(before);
    await closeDoor(cinema.db, { name: side.name, now: cinema.clock.now });
    await expectClosed(cinema, side, codes[0] ?? '');
    expect(await admissions(cinema)).toBe(0);
    expect(await admit(cinema, door, codes[0], {}, { key: 'k' })).toMatchObject({ answer: 'welcome' });
  });

  test('can have the name of a door that has ended and so cannot be closed', async ({ cinema }) => {
    const { name } = await addDoor(cinema);
    cinema.clock.now += 12 * HOUR;
    expect(await closeDoor(cinema.db, { name, now: cinema.clock.now })).toBeUndefined();
    const { token } = await addDoor(cinema, name);
    expect((await cinema.call('GET', 'door', { token })).status).toBe(200);
  });

  test('does nothing when it is closed while the body of a request arrives', async ({ cinema }) => {
    const { door, codes } = await evening(cinema);
    const payload = Readable.from(
      (async function* () {
        await closeDoor(cinema.db, { name: door.name, now: cinema.clock.now });
        yield JSON.stringify({ ...TONIGHT, code: codes[0] });
      })(),
    );
    const headers = { authorization: `Bearer ${door.token}`, 'content-type': 'application/json' };
    const answer = await cinema.app.inject({ method: 'POST', url: '/api/door/admissions', headers, payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'door_closed' }]);
    expect(await admissions(cinema)).toBe(0);
  });

  test('has no access to the calls of users, and a user none to those of a door', async ({ cinema }) => {
    const { door, visitor } = await evening(cinema);
    const asUser = { token: door.token };
    for (const path of ['user/info', 'user/tickets', 'user/balance', 'user/transactions'])
      expectProblem(await cinema.call('GET', path, asUser), 'unauthenticated');
    expectProblem(await purchase(cinema, asUser), 'unauthenticated');
    for (const token of [visitor.token, undefined, 'unknown', 'a\0b'])
      expectProblem(await cinema.call('GET', 'door', { token }), 'door_closed');
  });

  test('is opened, listed and closed by a command, at once for every server', async () => {
    const cinema = await open({ now: Date.now() });
    const run = (...args: string[]) =>
      runCommandLine('door', { ...cinema.variables, PUBLIC_ORIGIN: 'https://nobar.example' }, ...args);
    const opened = await run('open', 'Entrance');
    const [, token = ''] = /nobar\.example\/door#(\S+)/.exec(opened.said) ?? [];
    // The command and this server have clocks of their own.
    cinema.clock.now = Date.now() + MINUTE;
    const read = async () => (await cinema.call('GET', 'door', { token })).status;
    expect(await read()).toBe(200);
    expect(opened.said).toMatch(/^\{.*"audit":"door_opened","door":"[\da-f-]{36}".*\}$/m);
    expect(await run('open', 'Entrance')).toMatchObject({ code: 1, said: expect.stringMatching(/is open: close it/) });
    const listed = await run('list');
    expect(listed.said).toMatch(/^Entrance: open since .* until .*, tickets admitted: 0\n$/);
    const closed = await run('close', 'Entrance');
    expect(closed.said).toMatch(/"audit":"door_closed"[^]*The door Entrance is closed\./);
    expect(await read()).toBe(401);
    expect((await run('list')).said).toBe('No door is open.\n');
    const refused = [
      ['open', 'A', '--hours', '25'],
      ['close', 'Entrance'],
      ...rounds([], [['open', 'a\nb'], ['open'], ['shut']]),
    ];
    for (const args of refused) expect(await run(...args)).toMatchObject({ code: 1 });
    expect(opened.said.split(token).length, 'the token appears in the two links only').toBe(3);
  });

  test('keeps only the hash of its token', async ({ cinema }) => {
    const { door } = await evening(cinema);
    const [row] = await cinema.db.selectFrom('doors').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(door.token);
    expect(row?.token_hash).toBe(createHash('sha256').update(door.token).digest('base64url'));
    expect(await findDoor(cinema.db, { token: row?.token_hash ?? '', now: cinema.clock.now })).toBeUndefined();
  });

  test('has a limit of changes of its own', async () => {
    const cinema = await open({ rateLimits: { changes: 1 } });
    const [north, south] = [await addDoor(cinema, 'North'), await addDoor(cinema, 'South')];
    const statuses = [];
    for (const door of [north, north, south]) statuses.push((await show(cinema, door, 'wrong')).status);
    expect(statuses).toEqual([200, 429, 200]);
  });

  test('shows 30 wrong codes in a minute at most, also at once, and as many right ones as come', async () => {
    const cinema = await open({ rateLimits: { changes: 10_000 } });
    const seats = Array.from({ length: 31 }, (_, index) => ({ seatNumbers: [index + 1] }));
    const { door, codes } = await evening(cinema, seats);
    for (const code of codes) await admit(cinema, door, code);
    for (const code of codes) expect(await admit(cinema, door, code)).toMatchObject({ answer: 'already_inside' });
    const guesses = await Promise.all(Array.from({ length: 60 }, (_, index) => show(cinema, door, `${index}`)));
    expect(countByStatus(guesses)).toEqual({ 200: 30, 429: 30 });
    expectProblem(await show(cinema, door, codes[0]), 'too_many_attempts');
    expect(await admit(cinema, await addDoor(cinema, 'Side door'), 'wrong')).toEqual({ answer: 'not_ours' });
    cinema.clock.now += MINUTE;
    expect(await admit(cinema, door, 'wrong')).toEqual({ answer: 'not_ours' });
  });
});

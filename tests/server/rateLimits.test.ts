import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ticketsSchema } from '#contract/ticket.ts';
import { newTicketId } from '../../src/server/store/tickets.ts';
import { rounds } from '../rounds.ts';
import { addTickets } from './addTickets.ts';
import { theKid } from './catalogueMovies.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { countByStatus } from './openCinema.ts';
import { addPerson, balanceOf, booking, buy, purchase, signInAgain, topUp, type Person } from './people.ts';
import { planOf } from './planOf.ts';
import { withinASecond } from './ownClock.ts';

const LIVE = rounds(350, 2000);

describeOnAnyEngine('reliability 51: the limit on changes per account and minute', ({ open }) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('refuses further changes with Retry-After, and does not delay other users', async () => {
    // The limit uses Date.
    vi.useFakeTimers({ toFake: ['Date'] });
    const cinema = await open();
    const [stranger, visitor] = [await addPerson(cinema), await addPerson(cinema)];
    const answers = [];
    for (let count = 0; count < 130; count += 1) answers.push(await topUp(cinema, stranger, 1));
    expect(countByStatus(answers)).toEqual({ 200: 120, 429: 10 });
    vi.setSystemTime(Date.now() + 15_000);
    const refused = await expectApiError(cinema, 'too_many_attempts', () => topUp(cinema, stranger, 1));
    expect(refused.retryAfter).toBe(45);
    expect((await topUp(cinema, stranger, 1)).headers['retry-after']).toBe('45');
    expect((await withinASecond(() => topUp(cinema, visitor, 1))).status).toBe(200);
    vi.setSystemTime(Date.now() + 45_000);
    expect((await topUp(cinema, stranger, 1)).status).toBe(200);
    expect(await balanceOf(cinema, stranger)).toBe(121);
  });

  test('counts all changes in all sessions of the account, but not reads and sign-outs', async () => {
    const cinema = await open({ rateLimits: { changes: 6 } });
    const person = await addPerson(cinema, { balance: 35_000 });
    const { token } = person;
    const other = await signInAgain(cinema, person);
    const seats = { ...booking(), movieId: theKid.id };
    await buy(cinema, person);
    expect((await cinema.call('POST', 'booked-seats', { token, body: seats })).status).toBe(201);
    expect((await cinema.call('DELETE', 'booked-seats', { token, body: seats })).status).toBe(200);
    expectProblem(await purchase(cinema, person), 'seat_taken');
    expect((await topUp(cinema, other, 1)).status).toBe(200);
    expect((await cinema.call('DELETE', 'user/sessions', { token })).status).toBe(200);
    const { signOut: _, ...others } = calls;
    for (const { kind, method, path } of Object.values(others).filter(
      ({ kind }) => kind === 'personal' || kind === 'command',
    )) {
      const { status } = await cinema.call(method, path, { token, ...(method !== 'GET' && { body: {} }) });
      expect([kind, method, path, status === 429]).toEqual([kind, method, path, method !== 'GET']);
    }
    expect((await cinema.call('POST', 'user/signout', { token })).status).toBe(204);
  });
});

describeOnAnyEngine('reliability 51: the ticket list of an account is paginated', ({ test, open }) => {
  test('the list has the 100 newest of hundreds of tickets, pages give the rest, and other users do not wait', async () => {
    const cinema = await open({ spoilsBooks: true });
    const [collector, visitor] = [await addPerson(cinema), await addPerson(cinema)];
    const ids = await addTickets(cinema, collector, LIVE);
    const list = async (query = '') => {
      const { body } = await cinema.call('GET', `user/tickets${query}`, { token: collector.token });
      return v.parse(ticketsSchema, body).map(({ id }) => id);
    };
    expect(await list()).toEqual(ids.slice(0, 100));
    expect(await list('?limit=3')).toEqual(ids.slice(0, 3));
    expect(await list(`?before=${ids.at(-1)}`)).toEqual([]);
    const found: string[] = [];
    for (let page = await list(); page.length > 0; page = await list(`?before=${found.at(-1)}`)) found.push(...page);
    expect(found).toEqual(ids);

    const crowd = Promise.all(Array.from({ length: 50 }, () => list()));
    const seen = await withinASecond(() => cinema.call('GET', 'user/info', { token: visitor.token }));
    expect(seen.status).toBe(200);
    await crowd;
  });

  test('the server validates limit and before, and lists only the tickets of the user', async ({ cinema }) => {
    const [person, other] = [await addPerson(cinema, { balance: 35_000 }), await addPerson(cinema)];
    const ticket = await buy(cinema, person);
    const list = ({ token }: Person, query: string) => cinema.call('GET', `user/tickets?${query}`, { token });
    for (const query of ['limit=0', 'limit=101', 'limit=1.5', 'before=1', 'before=', `before=${ticket.id}%00`]) {
      expectProblem(await list(person, query), 'invalid_request');
    }
    expect((await list(other, `before=${newTicketId()}`)).body).toEqual([]);
    expect((await list(person, `before=${newTicketId()}`)).body).toEqual([ticket]);
  });

  test('the query for a user\u2019s valid tickets uses an index and no sort', async () => {
    const cinema = await open({ spoilsBooks: true });
    const person = await addPerson(cinema);
    await addTickets(cinema, person, LIVE);
    const statement = `select * from tickets where user_id = '${person.id}' and cancelled_at is null order by id desc limit 100`;
    const plan = await planOf(cinema, 'tickets', statement);
    expect(plan).toMatch(/using (?:index )?live_tickets_by_user/i);
    expect(plan).not.toMatch(/sort|temp b-tree/i);
  });
});

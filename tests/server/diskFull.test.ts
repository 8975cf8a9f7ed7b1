import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPeople, addPerson, booking } from './people.ts';
import { expectSoundBooks } from './books.ts';

const pagesSchema = v.object({ rows: v.tuple([v.object({ page_count: v.number() })]) });

async function leavePages(cinema: Cinema, free: number): Promise<void> {
  const { rows } = v.parse(pagesSchema, await sql`pragma page_count`.execute(cinema.db));
  await sql.raw(`pragma max_page_count = ${rows[0].page_count + free}`).execute(cinema.db);
}

describeOnSqlite('reliability 33: a full disk', ({ open }) => {
  test('refuses what it cannot keep, goes on reading, and recovers without a restart', async () => {
    const cinema = await open();
    const people = await addPeople(cinema, 64, { balance: 500_000 });
    const { token } = await addPerson(cinema, { balance: 500_000 });
    await leavePages(cinema, 2);
    const buyAll = () =>
      Promise.all(
        people.map((person, index) =>
          cinema.call('POST', 'user/tickets', {
            token: person.token,
            key: `${person.id}-${'x'.repeat(200)}`,
            body: booking({ seatNumbers: [index + 1] }),
          }),
        ),
      );
    const answers = await buyAll();
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expectProblem(answer, 'unavailable');
      expect(answer.headers['retry-after']).toBe('1');
    }
    const stored = await cinema.db.selectFrom('tickets').select('id').execute();
    expect(stored).toHaveLength(answers.length - refused.length);
    expect((await cinema.call('GET', 'user/info', { token })).status).toBe(200);
    await expectSoundBooks(cinema);

    await sql.raw('pragma max_page_count = 1000000').execute(cinema.db);
    expect((await buyAll()).map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(await cinema.db.selectFrom('tickets').select('id').execute()).toHaveLength(64);
    await expectSoundBooks(cinema);
    await expectApiError(cinema, 'seat_taken', () => cinema.call('POST', 'user/tickets', { token, body: booking() }));
  });
});

import { sql } from 'kysely';
import { expect } from 'vitest';
import * as v from 'valibot';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPeople, addPerson, isSignedIn, purchase } from './people.ts';
import { expectSoundBooks } from './books.ts';

const pagesSchema = v.object({ rows: v.tuple([v.object({ page_count: v.number() })]) });

async function leavePages(cinema: Cinema, free: number): Promise<void> {
  const { rows } = v.parse(pagesSchema, await sql`pragma page_count`.execute(cinema.db));
  await sql.raw(`pragma max_page_count = ${rows[0].page_count + free}`).execute(cinema.db);
}

describeOnSqlite('reliability 33: a full disk', ({ test }) => {
  test('refuses what it cannot keep, goes on reading, and recovers without a restart', async ({ cinema }) => {
    const people = await addPeople(cinema, 64, { balance: 500_000 });
    const late = await addPerson(cinema, { balance: 500_000 });
    await leavePages(cinema, 2);
    const buyAll = () =>
      Promise.all(
        people.map((person, index) =>
          purchase(cinema, person, { seatNumbers: [index + 1] }, `${person.id}-${'x'.repeat(200)}`),
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
    expect(await isSignedIn(cinema, late)).toBe(true);
    await expectSoundBooks(cinema);

    await sql.raw('pragma max_page_count = 1000000').execute(cinema.db);
    expect((await buyAll()).map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(await cinema.db.selectFrom('tickets').select('id').execute()).toHaveLength(64);
    await expectSoundBooks(cinema);
    await expectApiError(cinema, 'seat_taken', () => purchase(cinema, late));
  });
});

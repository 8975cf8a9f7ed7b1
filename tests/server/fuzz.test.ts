import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect } from 'vitest';
import { problemSchema } from '#contract/apiErrors.ts';
import { character, pathSegment } from '../arbitraries.ts';
import { rounds } from '../rounds.ts';
import { changes } from './changes.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson } from './people.ts';
import { expectSoundBooks } from './books.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? '') || rounds(30, 300);
const SEED = Number(process.env['FUZZ_SEED'] ?? '') || Date.now() % 2 ** 31;
const strictProblem = v.strictObject(problemSchema.entries);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: character, maxLength: 300 }),
  fc.constantFrom(-1, 0, 0.5, 2 ** 53, 1e308, '', '\0', '\uD800', 'constructor', '05 Mar', [1, 1], [[]], {}),
  fc.constantFrom('5', '-5', '5e4', ' 5', '\u0665', '9'.repeat(400), 'null'),
);

function replaced(body: object, field: string, value: unknown): unknown {
  return { ...body, [field]: value };
}

describeOnBothEngines('reliability 10, 12, 19 and 20: any input is answered, none is a failure', ({ test, open }) => {
  test.each(changes)(`$method $path with anything in its body (seed ${SEED})`, async ({ method, path, body }) => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 100_000 });
    const bodies = fc.oneof(
      anything,
      fc.tuple(fc.constantFrom(...Object.keys(body)), anything).map(([field, value]) => replaced(body, field, value)),
      fc.dictionary(fc.constantFrom(...Object.keys(body), '__proto__', 'toString'), anything),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (sent) => {
        const answer = await cinema.call(method, path, { token, body: sent });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) v.parse(strictProblem, answer.body);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    await expectSoundBooks(cinema);
  });

  test(`anything in paths, queries and headers (seed ${SEED})`, async ({ cinema }) => {
    const { token } = await addPerson(cinema);
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const paths = fc.oneof(
      text.map((title) => `movie/${encodeURIComponent(title)}`),
      fc.tuple(text, text, text).map(([title, date, time]) => {
        const query = new URLSearchParams({ showtimeDate: date, showtimeTime: time });
        return `booked-seats/${encodeURIComponent(title)}?${query.toString()}`;
      }),
      fc.tuple(text, text).map(([before, limit]) => {
        return `user/transactions?${new URLSearchParams({ before, limit }).toString()}`;
      }),
      fc.array(pathSegment).map((segments) => segments.join('/')),
    );
    const header = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(paths, header, header, async (path, key, authorization) => {
        expect((await cinema.call('GET', path, { token })).status).toBeLessThan(500);
        const body = { amount: 1 };
        expect((await cinema.call('POST', 'user/balance', { token, key, body })).status).toBeLessThan(500);
        expect((await cinema.call('GET', 'user/info', { headers: { authorization } })).status).toBe(401);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

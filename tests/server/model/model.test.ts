import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bookedSeatsListSchema, releasedSeatsSchema } from '#contract/bookedSeats.ts';
import { rounds } from '../../rounds.ts';
import { expectSoundBooks } from '../books.ts';
import { describeOnBothEngines } from '../onBothEngines.ts';
import { THURSDAY_MORNING, type Cinema } from '../openCinema.ts';
import { addPeople, type Person } from '../people.ts';
import {
  callOf,
  findOrder,
  FUNDS,
  newModel,
  plannedCall,
  requestOf,
  type ModelCall,
  type Observed,
  type PlannedCall,
} from './cinemaModel.ts';

const RUNS = Number(process.env['MODEL_RUNS'] ?? '') || rounds(3, 24);
const SEED = Number(process.env['MODEL_SEED'] ?? '') || Date.now() % 2 ** 31;
const STEPS = 120;
const CLOSING = THURSDAY_MORNING + 13 * 3_600_000;

/** One to four concurrent calls, or a step of the clock in minutes. */
const step = fc.oneof(
  fc.array(plannedCall, { minLength: 1, maxLength: 4, size: 'max' }),
  { weight: 2, arbitrary: fc.array(plannedCall, { minLength: 3, maxLength: 4, size: 'max' }) },
  fc.integer({ min: 1, max: 40 }),
);

const answerSchema = v.object({
  balance: v.optional(v.number()),
  id: v.optional(v.string()),
  seatNumbers: v.optional(v.array(v.number())),
});
const errorSchema = v.object({ code: v.string() });
const ticketsSchema = v.array(v.object({ id: v.string() }));

describeOnBothEngines('reliability 5 and 41: concurrent random users match a reference model', ({ open }) => {
  test(
    `seed ${SEED}, ${RUNS} runs of up to ${STEPS} steps`,
    async () => {
      const written = { calls: 0, kinds: new Set<string>() };

      const run = async (steps: readonly (readonly PlannedCall[] | number)[]) => {
        const cinema = await open();
        let model = newModel();
        const people = await addPeople(cinema, model.users.length, { balance: FUNDS });
        for (const each of steps) {
          if (typeof each === 'number') {
            cinema.clock.now = Math.min(cinema.clock.now + each * 60_000, CLOSING);
            model.now = cinema.clock.now;
            continue;
          }
          const calls = each.map((call) => callOf(call, model));
          const answers = await sendAll(cinema, people, calls);
          written.calls += calls.length;
          for (const [{ kind }, { code }] of answers) written.kinds.add(`${kind} ${code}`);
          // Concurrent purchases may run in any order, which only the ticket list shows.
          const buyers = new Set(calls.filter(({ kind }) => kind === 'buy').map((call) => call.user));
          const reads = await sendAll(
            cinema,
            people,
            [...buyers].map((user) => ({ kind: 'tickets', user })),
          );
          const after = findOrder(model, answers, reads);
          if (after === undefined)
            throw new Error(`No order of these calls explains their responses: ${JSON.stringify([answers, reads])}`);
          model = after;
        }
        const balances = await sendAll(
          cinema,
          people,
          people.map((_, user) => ({ kind: 'balance', user })),
        );
        expect(balances.map(([, { balance }]) => balance)).toEqual(model.users.map(({ balance }) => balance));
        await expectSoundBooks(cinema);
      };

      const steps = fc.array(step, { minLength: STEPS / 2, maxLength: STEPS, size: 'max' });
      await fc.assert(fc.asyncProperty(steps, run), { seed: SEED, numRuns: RUNS, endOnFailure: true });
      expect([...written.kinds]).toEqual(expect.arrayContaining(['buy ok', 'buy seat_taken', 'cancel ok']));
      process.stdout.write(
        `Model: seed ${SEED}, ${written.calls} calls agreed, ${written.kinds.size} kinds of answers\n`,
      );
    },
    120_000 + RUNS * 5000,
  );
});

/** Sends calls concurrently to the application and returns each with its observed response. */
function sendAll(cinema: Cinema, people: readonly Person[], calls: readonly ModelCall[]) {
  return Promise.all(
    calls.map(async (call): Promise<readonly [ModelCall, Observed]> => {
      const [method, path, body] = requestOf(call);
      const { token } = people[call.user] ?? {};
      const key = 'key' in call && call.key !== undefined ? { key: call.key } : {};
      const { status, body: answer } = await cinema.call(method, path, { token, body, ...key });
      return [call, status < 300 ? observe(call, answer) : v.parse(errorSchema, answer)];
    }),
  );
}

function observe({ kind }: ModelCall, answer: unknown): Observed {
  if (kind === 'tickets') return { code: 'ok', ids: v.parse(ticketsSchema, answer).map(({ id }) => id) };
  if (kind === 'seats') return { code: 'ok', seatNumbers: v.parse(bookedSeatsListSchema, answer)[0]?.seatNumbers };
  if (kind === 'release') v.parse(releasedSeatsSchema, answer);
  return { code: 'ok', ...(kind !== 'release' && v.parse(answerSchema, answer)) };
}

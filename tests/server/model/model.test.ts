import { hash } from '@node-rs/argon2';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { showtimeStart } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import { auditBooks } from '../../../src/server/store/audit.ts';
import { rounds } from '../../rounds.ts';
import { theKid } from '../catalogueMovies.ts';
import { describeOnBothEngines } from '../onBothEngines.ts';
import { THURSDAY_MORNING, type Cinema } from '../openCinema.ts';
import { addPeople, PASSWORD, type Person } from '../people.ts';
import { findOrder, type CinemaModel, type ModelCall } from './cinemaModel.ts';
import { sendCall } from './sendCall.ts';

const RUNS = Number(process.env['MODEL_RUNS'] ?? '') || rounds(5, 24);
const SEED = Number(process.env['MODEL_SEED'] ?? '') || Date.now() % 2 ** 31;
const COMMANDS = 120;
const USERS = 3;
const FUNDS = 150_000;

interface Real {
  readonly cinema: Cinema;
  readonly people: readonly Person[];
  readonly written: { calls: number; kinds: Set<string> };
}

interface Box {
  state: CinemaModel;
}

/** One to four calls sent at once: their answers must agree with some order of them. */
class Together implements fc.AsyncCommand<Box, Real> {
  readonly #rendered: readonly RenderedCall[];

  constructor(rendered: readonly RenderedCall[]) {
    this.#rendered = rendered;
  }

  check(): boolean {
    return true;
  }

  async run(box: Box, { cinema, people, written }: Real): Promise<void> {
    const calls = this.#rendered.map((each) => callOf(each, box.state));
    const answers = await Promise.all(calls.map((call) => sendCall(cinema, people, call)));
    const pairs = calls.map((call, index) => [call, answers[index] ?? { code: 'none' }] as const);
    written.calls += calls.length;
    for (const [{ kind }, { code }] of pairs) written.kinds.add(`${kind} ${code}`);
    const reads = await readTickets(cinema, people, calls);
    const after = findOrder(box.state, pairs, reads);
    if (after === undefined)
      throw new Error(`No order of these calls explains their answers: ${JSON.stringify([pairs, reads])}`);
    box.state = after;
  }

  toString(): string {
    return JSON.stringify(this.#rendered);
  }
}

/** Two purchases at once may come in either order, which only the list of tickets tells. */
async function readTickets(cinema: Cinema, people: readonly Person[], calls: readonly ModelCall[]) {
  const buyers = new Set(calls.filter(({ kind }) => kind === 'buy').map((call) => call.user));
  const reads = [...buyers].map((buyer): ModelCall => ({ kind: 'tickets', user: buyer }));
  return Promise.all(reads.map(async (read) => [read, await sendCall(cinema, people, read)] as const));
}

class Later implements fc.AsyncCommand<Box, Real> {
  readonly #minutes: number;

  constructor(minutes: number) {
    this.#minutes = minutes;
  }

  check({ state }: Readonly<Box>): boolean {
    return state.now + this.#minutes * 60_000 < THURSDAY_MORNING + 13 * 3_600_000;
  }

  async run(box: Box, { cinema }: Real): Promise<void> {
    cinema.clock.now += this.#minutes * 60_000;
    box.state = { ...box.state, now: cinema.clock.now };
  }

  toString(): string {
    return `later by ${this.#minutes} minutes`;
  }
}

const user = fc.nat({ max: USERS - 1 });
const time = fc.constantFrom(...SHOWTIMES);
const seatNumbers = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });
const right = fc.nat({ max: 19 }).map((number) => number > 0);
const key = fc.option(fc.constantFrom('one', 'two', 'three'), { nil: undefined });
const amount = fc.constantFrom(1000, 35_000, 70_000);
const price = fc.nat({ max: 9 }).map((number) => (number > 0 ? theKid.ticket_price : 1));

const renderedCall = fc.oneof(
  fc.record({ kind: fc.constant('topUp'), user, amount, key }),
  fc.record({ kind: fc.constant('withdraw'), user, amount, right, key }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy'), user, time, seatNumbers, price, key }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cancel'), user, owner: user, nth: fc.nat({ max: 4 }), right, key }),
  },
  fc.record({ kind: fc.constant('confirm'), user, time, seatNumbers }),
  fc.record({ kind: fc.constant('release'), user, time, seatNumbers }),
  fc.record({ kind: fc.constant('balance'), user }),
  fc.record({ kind: fc.constant('tickets'), user }),
  fc.record({ kind: fc.constant('transactions'), user }),
  fc.record({ kind: fc.constant('seats'), user, time }),
);

type RenderedCall = typeof renderedCall extends fc.Arbitrary<infer Value> ? Value : never;

function callOf(rendered: RenderedCall, { users }: CinemaModel): ModelCall {
  if ('nth' in rendered) {
    const { nth, owner, ...rest } = rendered;
    const tickets = users[owner]?.tickets ?? [];
    return { ...rest, kind: 'cancel', ticketId: tickets[nth % Math.max(1, tickets.length)]?.id ?? 'none' };
  }
  if ('price' in rendered) {
    const startsAt =
      showtimeStart({ showtimeDate: '05 Mar', showtimeTime: rendered.time }, THURSDAY_MORNING, 'Asia/Jakarta') ?? 0;
    return { ...rendered, kind: 'buy', startsAt };
  }
  if ('right' in rendered) return { ...rendered, kind: 'withdraw' };
  if ('amount' in rendered) return { ...rendered, kind: 'topUp' };
  if ('seatNumbers' in rendered) return { ...rendered, kind: rendered.kind === 'confirm' ? 'confirm' : 'release' };
  if ('time' in rendered) return { ...rendered, kind: 'seats' };
  if (rendered.kind === 'transactions') return { ...rendered, kind: 'transactions' };
  return { ...rendered, kind: rendered.kind === 'balance' ? 'balance' : 'tickets' };
}

describeOnBothEngines('reliability 41: random users at once agree with a plain model', ({ open }) => {
  test(
    `seed ${SEED}, ${RUNS} runs of up to ${COMMANDS} steps`,
    async () => {
      const written = { calls: 0, kinds: new Set<string>() };
      const cheapHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
      const steps = fc.commands(
        [
          fc.array(renderedCall, { minLength: 1, maxLength: 4 }).map((rendered) => new Together(rendered)),
          fc.array(renderedCall, { minLength: 2, maxLength: 4 }).map((rendered) => new Together(rendered)),
          fc.array(renderedCall, { minLength: 3, maxLength: 4 }).map((rendered) => new Together(rendered)),
          fc.integer({ min: 1, max: 40 }).map((minutes) => new Later(minutes)),
        ],
        { maxCommands: COMMANDS, size: 'max' },
      );
      await fc.assert(
        fc.asyncProperty(steps, async (commands) => {
          const cinema = await open();
          const people = await addPeople(cinema, USERS, { balance: FUNDS });
          await cinema.db.updateTable('users').set({ password_hash: cheapHash }).execute();
          const users = people.map(() => ({
            balance: FUNDS,
            wrongPasswords: 0,
            tickets: [],
            entries: [`top-up ${FUNDS}`],
            answers: {},
          }));
          const model: Box = { state: { now: THURSDAY_MORNING, users } };
          await fc.asyncModelRun(() => ({ model, real: { cinema, people, written } }), commands);
          const all = await Promise.all(people.map(({ token }) => cinema.call('GET', 'user/balance', { token })));
          expect(all.map(({ body }) => body)).toEqual(model.state.users.map(({ balance }) => ({ balance })));
          expect((await auditBooks(cinema.db)).breaches).toEqual([]);
        }),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      );
      expect([...written.kinds]).toEqual(expect.arrayContaining(['buy ok', 'buy seat_taken', 'cancel ok']));
      process.stdout.write(
        `Model: seed ${SEED}, ${written.calls} calls agreed, ${written.kinds.size} kinds of answers\n`,
      );
    },
    120_000 + RUNS * 5000,
  );
});

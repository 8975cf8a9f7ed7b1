import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { calls, callNames, errorsOf, isPersonal, type CallName } from '#contract/calls.ts';
import { wire } from '#contract/wire.ts';
import { failures } from '#messages/failures.ts';
import { signInToSee } from '#messages/common.ts';
import { everyThird } from '../rounds.ts';
import type { Cinema } from '../server/openCinema.ts';
import { balanceOf, findHold, type Person } from '../server/people.ts';
import {
  API_MESSAGES,
  broken,
  loginPage,
  overloaded,
  responseLost,
  sessionOver,
  tooManyRequests,
  unreachable,
  type CallKind,
  type MockResponse,
  type Network,
} from './network.ts';
import { openProduct, openTestApp, passTime, TOKEN_KEY } from './openProduct.tsx';
import { carryOut, userTasks, type UserTask } from './userTasks.ts';
import { statusLine } from './visitor.ts';

interface Way {
  readonly name: string;
  readonly response: MockResponse;
  /** The sentence about the failure. */
  readonly sentence: string;
}

/** The ways in which each request can fail. */
const WAYS: readonly Way[] = [
  { name: 'cannot be reached', response: unreachable, sentence: failures.unreachable },
  { name: 'loses the response', response: responseLost, sentence: failures.unreachable },
  { name: 'is behind a login page', response: loginPage, sentence: failures.unreadable },
  { name: 'is overloaded', response: overloaded, sentence: API_MESSAGES.overloaded },
  { name: 'has an internal error', response: broken, sentence: API_MESSAGES.broken },
];

/** The way in which a request with a rate limit can fail. */
const LIMIT: Way = {
  name: 'limits the requests',
  response: tooManyRequests,
  sentence: API_MESSAGES.tooManyRequests,
};

/** A kind of request, and what the user notices when it fails once during a task. */
interface Expected {
  readonly call: CallKind;
  readonly task: keyof typeof userTasks;
  /** Why no message names the failure. */
  readonly silentBecause?: string;
  /** The message, if it is the same for each way. */
  readonly message?: string;
  /** Whether the client repeats the request by itself. */
  readonly isRepeated?: true;
  /** The ways after which the page shows a text, and the task is not completed. */
  readonly except?: Readonly<Record<string, { readonly shows: string; readonly silentBecause?: string }>>;
}

const EXPECTED: readonly Expected[] = [
  { call: 'POST user/signup', task: 'sign up' },
  { call: 'POST user/signin', task: 'sign in' },
  { call: 'POST user/signout', task: 'sign out', silentBecause: 'the browser has removed the token' },
  { call: 'DELETE user/sessions', task: 'sign out other devices' },
  { call: 'PUT user/password', task: 'change the password' },
  {
    call: 'GET user/info',
    task: 'top up',
    message: failures.unreachable,
    except: { 'has an internal error': { shows: signInToSee, silentBecause: 'section 4 says so' } },
  },
  { call: 'GET user/tickets', task: 'cancel a ticket' },
  { call: 'POST user/tickets', task: 'buy seats', isRepeated: true },
  { call: 'DELETE user/tickets', task: 'cancel a ticket', isRepeated: true },
  { call: 'POST user/balance', task: 'top up', isRepeated: true },
  { call: 'PUT user/balance', task: 'withdraw', isRepeated: true },
  { call: 'GET user/transactions', task: 'look at older transactions' },
  { call: 'GET movie', task: 'look at the films' },
  { call: 'GET movie/{title}', task: 'look at the seats of a film' },
  { call: 'GET booked-seats/{title}', task: 'look at the seats of a film' },
  { call: 'POST holds', task: 'share seats' },
  { call: 'POST holds', task: 'buy seats', silentBecause: 'the purchase needs no hold' },
  { call: 'DELETE holds', task: 'stop sharing seats' },
  { call: 'DELETE holds', task: 'decide against a purchase', silentBecause: 'the hold ends by itself' },
  { call: 'POST booked-seats', task: 'buy seats', silentBecause: 'the seats are paid for' },
  { call: 'DELETE booked-seats', task: 'cancel a ticket', silentBecause: 'the money is back' },
];

/** Requests that the pages do not send, and the seat feed, which is no single request. */
const NOT_SENT: readonly CallKind[] = [
  'GET user/balance',
  'GET booked-seats/{title}/live',
  // A link, which the browser follows by itself.
  'GET calendar/ticket.ics',
  'GET health/live',
  'GET health/ready',
];

/** The milliseconds until everything has happened that follows from a task. */
const AFTERWARDS = 1000;

function nameOf(kind: CallKind): CallName | undefined {
  return callNames.find((name) => `${calls[name].method} ${calls[name].path}` === kind);
}

function waysOf({ call }: Expected): readonly Way[] {
  const name = nameOf(call);
  return name !== undefined && errorsOf(calls[name]).includes('too_many_attempts') ? [...WAYS, LIMIT] : WAYS;
}

/** A user carries out a task during which the first request of a kind fails. */
async function perform({ task, call }: Expected, response: MockResponse) {
  const { start, leaves, ...work }: UserTask = userTasks[task];
  const testApp = await openTestApp();
  const started = await start(testApp);
  const prepare = ({ nextCall }: Network) => nextCall(call, response);
  const product = await openProduct(testApp, started.path, { ...started, prepare });
  const result = await carryOut(work, product);
  await passTime(testApp, AFTERWARDS);
  return { ...product, ...started, ...result, leaves };
}

function isOfUser({ call }: Expected): boolean {
  const name = nameOf(call);
  return name !== undefined && isPersonal(calls[name]);
}

function keysOf(network: Network, call: CallKind) {
  return network.callsOf(call).map(({ idempotencyKey }) => idempotencyKey);
}

async function leftBy(testApp: Cinema, person: Person) {
  const hold = await findHold(testApp, person);
  return { balance: await balanceOf(testApp, person), holdsSeats: hold !== undefined };
}

describe('a task during which one request fails', () => {
  test('exists for each call of the pages', () => {
    const expected = new Set<string | undefined>([...EXPECTED.map(({ call }) => call), ...NOT_SENT].map(nameOf));
    expect(Object.keys(wire).filter((name) => !expected.has(name))).toEqual([]);
  });

  describe.each(EXPECTED)('$task, when $call fails', (expected) => {
    test.each(everyThird(waysOf(expected), EXPECTED.indexOf(expected)))(
      'ends as expected when the server $name',
      async ({ name, response, sentence }) => {
        const { call, message, silentBecause, isRepeated, except = {} } = expected;
        const { shows, ...exception } = { silentBecause, shows: undefined, ...except[name] };
        const { network, testApp, person, announced, isDone, leaves } = await perform(expected, response);
        expect(announced.some((text) => text.includes(message ?? sentence))).toBe(
          exception.silentBecause === undefined,
        );
        expect(isDone).toBe(shows === undefined);
        if (shows !== undefined) {
          expect(document.body.textContent).toContain(shows);
          return;
        }
        expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual([]);
        expect(statusLine()).toBe('');
        if (isRepeated && name !== LIMIT.name) expect(new Set(keysOf(network, call)).size).toBe(1);
        if (person !== undefined && leaves !== undefined) expect(await leftBy(testApp, person)).toMatchObject(leaves);
      },
    );
  });

  test.each(everyThird(EXPECTED.filter(isOfUser)))(
    '$task: $call signs the user out when the session has ended',
    async (expected) => {
      const { announced } = await perform(expected, sessionOver);
      const isSilent = expected.call === 'GET user/info' || expected.call === 'POST user/signout';
      expect(announced.some((text) => text.includes(failures.unauthenticated))).toBe(!isSilent);
      expect(screen.getAllByRole('button', { name: 'Sign In' })).toBeTruthy();
      expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
    },
  );
});

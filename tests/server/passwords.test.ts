import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPasswords, type Passwords, type Requester } from '../../src/server/auth/passwords.ts';
import { ApiError } from '../../src/server/errors.ts';

const OWNER: Requester = { kind: 'known', address: '192.0.2.1', account: 'alice.wong' };
const NEWCOMER: Requester = { kind: 'newcomer', address: '192.0.2.1', account: 'bob.wong' };

function stranger(address: string, account = 'carol.wong'): Requester {
  return { kind: 'stranger', address, account };
}

const matches = (passwords: Passwords, hash: string | undefined, password: string) =>
  passwords.inTurn(OWNER, (check) => check(hash, password));

/** Occupies the only worker until it is released. */
function hold(passwords: Passwords) {
  const gate = Promise.withResolvers<void>();
  const held = passwords.inTurn(OWNER, () => gate.promise);
  return async () => {
    gate.resolve();
    await held;
  };
}

/** The names of those served, in this order, when all of them wait for one worker. */
async function orderOf(requesters: readonly (readonly [name: string, requester: Requester])[]): Promise<string> {
  const passwords = createPasswords({ workers: 1 });
  const letGo = hold(passwords);
  const served: string[] = [];
  const turns = requesters.map(([name, requester]) => passwords.inTurn(requester, async () => served.push(name)));
  await letGo();
  await Promise.all(turns);
  return served.join(' ');
}

/** Fills the places that wait for one worker and gives the codes of those who are refused. */
async function refusedOf(capacity: number, requesters: readonly Requester[]): Promise<string[]> {
  const passwords = createPasswords({ workers: 1, maxQueue: capacity });
  const letGo = hold(passwords);
  const turns = Promise.allSettled(requesters.map((requester) => passwords.inTurn(requester, async () => undefined)));
  await letGo();
  return (await turns)
    .filter((turn) => turn.status === 'rejected')
    .map(({ reason }) =>
      reason instanceof ApiError ? `${reason.code} ${reason.headers['retry-after']}` : String(reason),
    );
}

describe('reliability 22, 25 and 39: passwords', () => {
  test('a password is hashed with argon2id, 19 MiB, two passes, a salt of its own', async () => {
    const passwords = createPasswords();
    const [one, two] = [
      await passwords.hash(NEWCOMER, 'correct horse'),
      await passwords.hash(NEWCOMER, 'correct horse'),
    ];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await matches(passwords, one, 'correct horse')).toBe(true);
    expect(await matches(passwords, one, 'Correct horse')).toBe(false);
  });

  test('nobody\u2019s password is never right and takes as long as somebody\u2019s', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash(NEWCOMER, 'correct horse');
    const timeOf = async (passwordHash: string | undefined) => {
      const began = process.cpuUsage();
      for (let count = 0; count < 10; count += 1) {
        expect(await matches(passwords, passwordHash, 'wrong password')).toBe(false);
      }
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    await timeOf(hash);
    const [known, unknown] = [await timeOf(hash), await timeOf(undefined)];
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });

  test('at most as many are hashed at once as there are cores but one', async () => {
    const passwords = createPasswords();
    const all = Promise.withResolvers<void>();
    let begun = 0;
    const work = Array.from({ length: availableParallelism() + 2 }, () =>
      passwords.inTurn(OWNER, () => {
        begun += 1;
        return all.promise;
      }),
    );
    await nextTurn();
    expect(begun).toBe(Math.max(1, availableParallelism() - 1));
    all.resolve();
    await Promise.all(work);
    expect(begun).toBe(work.length);
  });

  test.each([
    [
      'networks take turns, and in each its accounts, whoever came first',
      [
        ['one', stranger('203.0.113.7')],
        ['one', stranger('203.0.113.7')],
        ['one\u2019s-neighbour', stranger('203.0.113.7', 'dave.wong')],
        ['two', stranger('2001:db8:1:2::1')],
        ['two', stranger('2001:db8:1:2::2')],
        ['three', stranger('198.51.100.9')],
      ],
      'one two three one\u2019s-neighbour two one',
    ],
    [
      'many addresses of one site have the turn of one, and who is known takes turns with strangers',
      [
        ['1', stranger('203.0.113.1')],
        ['2', stranger('203.0.113.2')],
        ['3', stranger('203.0.113.3')],
        ['six', stranger('2001:db8:1:2::1')],
        ['other', stranger('198.51.100.9')],
        ['six', stranger('2001:db8:1:3::1')],
        ['owner', OWNER],
        ['owner', OWNER],
      ],
      '1 owner six owner other 2 six 3',
    ],
  ] as const)('reliability 39: %s', async (_rule, requesters, order) => {
    expect(await orderOf(requesters)).toBe(order);
  });

  test.each([
    [
      'an account has twenty from a network, and others of it have theirs',
      500,
      [
        ...Array.from({ length: 22 }, () => OWNER),
        { ...OWNER, account: 'bob.wong' },
        { ...OWNER, address: '192.0.2.2' },
      ],
      ['too_many_attempts 2', 'too_many_attempts 2'],
    ],
    [
      'a network has a part, and its neighbour has another',
      20,
      [...Array.from({ length: 9 }, (_, count) => stranger('203.0.113.7', `nobody-${count}`)), stranger('203.0.113.8')],
      ['too_many_attempts 2', 'too_many_attempts 2'],
    ],
    [
      'the networks of a site have half, and another site has its own',
      20,
      [...Array.from({ length: 11 }, (_, count) => stranger(`2001:db8:1:${count}::1`)), stranger('2001:db8:2:1::1')],
      ['too_many_attempts 2'],
    ],
    [
      'when all places are taken nobody has one, but whoever is known',
      20,
      [...Array.from({ length: 21 }, (_, count) => stranger(`203.0.${count}.1`)), OWNER],
      ['unavailable 2'],
    ],
  ])('reliability 39: of those that wait %s', async (_name, capacity, requesters, refused) => {
    expect(await refusedOf(capacity, requesters)).toEqual(refused);
  });

  test('reliability 50: however many new ones wait, one that is checked is not refused', async () => {
    const passwords = createPasswords({ workers: 1, maxQueue: 10 });
    const hash = await passwords.hash(NEWCOMER, 'correct horse');
    const letGo = hold(passwords);
    const crowd = Array.from({ length: 6 }, () => passwords.hash(NEWCOMER, 'battery staple'));
    await expect(Promise.race(crowd)).rejects.toBeInstanceOf(ApiError);
    const checked = matches(passwords, hash, 'correct horse');
    await letGo();
    expect(await checked).toBe(true);
    await Promise.allSettled(crowd);
  });
});

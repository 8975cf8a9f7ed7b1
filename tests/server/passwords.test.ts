import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { withDeadline } from '../../src/server/deadline.ts';
import { createPasswords, type Passwords, type Requester } from '../../src/server/auth/passwords.ts';
import { ApiError } from '../../src/server/errors.ts';

const OWNER: Requester = { kind: 'known', address: '192.0.2.1', account: 'alice.wong' };
const NEWCOMER: Requester = { kind: 'newcomer', address: '192.0.2.1', account: 'bob.wong' };

function stranger(address: string, account = 'carol.wong'): Requester {
  return { kind: 'stranger', address, account };
}

const matches = (passwords: Passwords, hash: string | undefined, password: string) =>
  passwords.inTurn(OWNER, (check) => check(hash, password));

/** Occupies the only worker; the returned function releases it. */
function hold(passwords: Passwords) {
  const gate = Promise.withResolvers<void>();
  const held = passwords.inTurn(OWNER, () => gate.promise);
  return async () => {
    gate.resolve();
    await held;
  };
}

/** The names of the requesters in the order in which one worker serves them. */
async function orderOf(requesters: readonly (readonly [name: string, requester: Requester])[]): Promise<string> {
  const passwords = createPasswords({ workers: 1 });
  const release = hold(passwords);
  const served: string[] = [];
  const turns = requesters.map(([name, requester]) => passwords.inTurn(requester, async () => served.push(name)));
  await release();
  await Promise.all(turns);
  return served.join(' ');
}

/** Queues all requesters for one worker and returns the error codes of those refused. */
async function refusedOf(capacity: number, requesters: readonly Requester[]): Promise<string[]> {
  const passwords = createPasswords({ workers: 1, maxQueue: capacity });
  const release = hold(passwords);
  const turns = Promise.allSettled(requesters.map((requester) => passwords.inTurn(requester, async () => undefined)));
  await release();
  return (await turns)
    .filter((turn) => turn.status === 'rejected')
    .map(({ reason }) =>
      reason instanceof ApiError ? `${reason.code} ${reason.headers['retry-after']}` : String(reason),
    );
}

describe('reliability 22, 25 and 39: passwords', () => {
  test('a password is hashed with argon2id, 19 MiB, two passes and its own salt', async () => {
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

  test('a password check for an unknown account fails and takes as long as for a known one', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash(NEWCOMER, 'correct horse');
    const timeOf = async (passwordHash: string | undefined) => {
      const began = process.cpuUsage();
      for (let count = 0; count < 4; count += 1) {
        expect(await matches(passwords, passwordHash, 'wrong password')).toBe(false);
      }
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    await timeOf(hash);
    // The least of several times, because the process also does other work, such as collecting garbage.
    let [known, unknown] = [Infinity, Infinity];
    for (let round = 0; round < 3; round += 1) {
      known = Math.min(known, await timeOf(hash));
      unknown = Math.min(unknown, await timeOf(undefined));
    }
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });

  test('the number of concurrent hashes is one less than the number of cores', async () => {
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
      'networks take turns, and so do the accounts of each network',
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
      'the addresses of one site share a turn, and known users take turns with strangers',
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
      'an account has 20 places per network, and another account or network has its own',
      500,
      [
        ...Array.from({ length: 22 }, () => OWNER),
        { ...OWNER, account: 'bob.wong' },
        { ...OWNER, address: '192.0.2.2' },
      ],
      ['too_many_attempts 2', 'too_many_attempts 2'],
    ],
    [
      'the addresses of an IPv6 network share the places of an account',
      500,
      Array.from({ length: 22 }, (_, count) => stranger(`2001:db8:1:2::${count + 1}`)),
      ['too_many_attempts 2', 'too_many_attempts 2'],
    ],
    [
      'one network has a share of the places, and the next network has its own share',
      20,
      [...Array.from({ length: 9 }, (_, count) => stranger('203.0.113.7', `nobody-${count}`)), stranger('203.0.113.8')],
      ['too_many_attempts 2', 'too_many_attempts 2'],
    ],
    [
      'the networks of one site have half of the places, and another site has its own',
      20,
      [...Array.from({ length: 11 }, (_, count) => stranger(`2001:db8:1:${count}::1`)), stranger('2001:db8:2:1::1')],
      ['too_many_attempts 2'],
    ],
    [
      'when strangers fill the queue, known users still have a place',
      20,
      [...Array.from({ length: 21 }, (_, count) => stranger(`203.0.${count}.1`)), OWNER],
      ['unavailable 2'],
    ],
  ])('reliability 39: in the queue, %s', async (_name, capacity, requesters, refused) => {
    expect(await refusedOf(capacity, requesters)).toEqual(refused);
  });

  test('reliability 43: a request leaves the queue at its deadline, and the next one gets its turn', async () => {
    const passwords = createPasswords({ workers: 1 });
    const release = hold(passwords);
    const late = withDeadline(1, () => passwords.inTurn(OWNER, async () => 'late'));
    const next = passwords.inTurn(OWNER, async () => 'next');
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await release();
    expect(await next).toBe('next');
    expect(await passwords.inTurn(OWNER, async () => 'afterwards')).toBe('afterwards');
  });

  test('reliability 50: a password check is not refused when the queue is full of new passwords to hash', async () => {
    const passwords = createPasswords({ workers: 1, maxQueue: 10 });
    const hash = await passwords.hash(NEWCOMER, 'correct horse');
    const release = hold(passwords);
    const crowd = Array.from({ length: 6 }, () => passwords.hash(NEWCOMER, 'battery staple'));
    await expect(Promise.race(crowd)).rejects.toBeInstanceOf(ApiError);
    const checked = matches(passwords, hash, 'correct horse');
    await release();
    expect(await checked).toBe(true);
    await Promise.allSettled(crowd);
  });
});

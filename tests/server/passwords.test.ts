import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPasswords, type Passwords } from '../../src/server/auth/passwords.ts';
import { Refusal } from '../../src/server/errors/refusal.ts';

const matches = (passwords: Passwords, hash: string | undefined, password: string) =>
  passwords.inTurn((check) => check(hash, password));

describe('reliability 22, 25 and 39: passwords', () => {
  test('a password is hashed with argon2id, 19 MiB, two passes, a salt of its own', async () => {
    const passwords = createPasswords();
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await matches(passwords, one, 'correct horse')).toBe(true);
    expect(await matches(passwords, one, 'Correct horse')).toBe(false);
  });

  test('nobody\u2019s password is never right and takes as long as somebody\u2019s', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('correct horse');
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
      passwords.inTurn(() => {
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

  test('when too many wait, the next is asked to come again', async () => {
    const passwords = createPasswords(1, 20);
    const hash = await passwords.hash('correct horse');
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => matches(passwords, hash, 'correct horse')),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(9);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Refusal);
    expect(await matches(passwords, hash, 'correct horse')).toBe(true);
  });

  test('reliability 50: one that is checked waits for no new one but those already begun', async () => {
    const passwords = createPasswords(1);
    const hash = await passwords.hash('correct horse');
    const done: string[] = [];
    const crowd = Array.from({ length: 8 }, async () => {
      await passwords.hash('battery staple');
      done.push('new');
    });
    await matches(passwords, hash, 'correct horse');
    done.push('checked');
    await Promise.all(crowd);
    expect(done).toEqual(['new', 'checked', ...Array.from({ length: 7 }, () => 'new')]);
  });

  test('reliability 50: however many new ones wait, one that is checked is not refused', async () => {
    const passwords = createPasswords(1, 5);
    const hash = await passwords.hash('correct horse');
    const gate = Promise.withResolvers<void>();
    const held = passwords.inTurn(() => gate.promise);
    const crowd = Array.from({ length: 6 }, () => passwords.hash('battery staple'));
    await expect(Promise.race(crowd)).rejects.toBeInstanceOf(Refusal);
    const checked = matches(passwords, hash, 'correct horse');
    gate.resolve();
    expect(await checked).toBe(true);
    await Promise.allSettled([held, ...crowd]);
  });
});

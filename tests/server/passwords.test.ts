import { describe, expect, test } from 'vitest';
import { createPasswords, type Passwords } from '../../src/server/passwords.ts';
import { Refusal } from '../../src/server/refusal.ts';

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
      const began = performance.now();
      for (let count = 0; count < 10; count += 1) {
        expect(await matches(passwords, passwordHash, 'wrong password')).toBe(false);
      }
      return performance.now() - began;
    };
    await timeOf(hash);
    const [known, unknown] = [await timeOf(hash), await timeOf(undefined)];
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });

  test('when too many wait, the next is asked to come again', async () => {
    const passwords = createPasswords(1);
    const hash = await passwords.hash('correct horse');
    const answers = await Promise.allSettled(
      Array.from({ length: 510 }, () => matches(passwords, hash, 'correct horse')),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(9);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Refusal);
    expect(await matches(passwords, hash, 'correct horse')).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { clientAddress, networkOf } from '../../src/server/addresses/clientAddress.ts';
import { countFailedAttempt } from '../../src/server/store/loginAttempts.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import { countByStatus, takeLog } from './openCinema.ts';

const PROXY = '10.0.0.2';
const CLIENT = '203.0.113.10';
const WRONG = { username: 'alice.wong', password: 'wrong password' };

describe('reliability 47: the address of a client', () => {
  test.each([
    ['203.0.113.10', CLIENT],
    ['203.0.113.10:40001', CLIENT],
    ['"203.0.113.10:_hidden"', CLIENT],
    ['::ffff:203.0.113.10', CLIENT],
    ['::FFFF:cb00:710a', CLIENT],
    ['[::ffff:203.0.113.10]:40001', CLIENT],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8::1]:40001"', '2001:db8::1'],
    ['2001:db8::1%eth0', '2001:db8::1'],
    ['[2001:db8::1%25eth0]:40001', '2001:db8::1'],
  ])('is read from %s', (written, address) => {
    expect(clientAddress({ ip: written, ips: [PROXY, written] })).toBe(address);
    expect(clientAddress({ ip: written }), 'without a proxy').toBe(address);
  });

  test.each([
    'unknown',
    '_hidden',
    'unix:',
    '',
    '203.0.113',
    '203.0.113.10:',
    '203.0.113.256:1',
    '[2001:db8::1',
    '1:2',
  ])('is the last proxy\u2019s address when the proxy writes "%s"', (written) => {
    expect(clientAddress({ ip: written, ips: [PROXY, '10.0.0.3:9000', written] })).toBe('10.0.0.3');
    expect(clientAddress({ ip: written }), 'without a proxy').toBe('unknown');
  });

  test.each([
    [CLIENT, CLIENT],
    ['2001:db8:1:2:3::4', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is in the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describeOnSqlite('reliability 47: behind a proxy that writes ports', ({ open }) => {
  test('refuses wrong sign-ins of one address after 100, and logs the address', async () => {
    const { lines, logger } = takeLog('info');
    const cinema = await open({ trustProxy: [PROXY], logger });
    for (let count = 0; count < 95; count += 1) {
      const attempt = { at: 'sign-in', username: `nobody-${count}`, address: CLIENT } as const;
      await countFailedAttempt(cinema.db, { attempt, known: false, now: cinema.clock.now });
    }
    const answers = [];
    for (let count = 0; count < 10; count += 1) {
      const body = { ...WRONG, username: `somebody-${count}` };
      const headers = { 'x-forwarded-for': `198.51.100.${count}, ${CLIENT}:${40_000 + count}` };
      answers.push(await cinema.call('POST', 'user/signin', { address: PROXY, headers, body }));
    }
    expect(countByStatus(answers)).toEqual({ 401: 5, 429: 5 });
    const logged = lines.filter((line) => line.includes('"incoming request"'));
    expect(logged.filter((line) => line.includes(`"address":"${CLIENT}"`))).toHaveLength(10);
  });
});

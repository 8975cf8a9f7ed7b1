import { expect, test } from 'vitest';
import { countByStatus } from './countByStatus.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { withinASecond } from './withinASecond.ts';

const PROXY = '10.0.0.2';
const STRANGER = '203.0.113.7';
const VISITOR = '192.0.2.1';
const SIGN_UPS_A_MINUTE = 20;

describeOnSqlite('reliability 47: whose word about an address is taken', ({ open }) => {
  function signUp(cinema: Cinema, address: string, forwardedFor?: string) {
    const headers = forwardedFor === undefined ? undefined : { headers: { 'x-forwarded-for': forwardedFor } };
    return cinema.call('POST', 'user/signup', { body: {}, address, ...headers });
  }

  test.each([
    ['who comes past the proxy', [PROXY], STRANGER, (forged: string) => forged, undefined],
    ['who writes the proxy\u2019s own address', ['10.0.0.0/8'], STRANGER, () => PROXY, undefined],
    ['who comes through it', [PROXY], PROXY, (forged: string) => `${forged}, ${STRANGER}`, VISITOR],
    ['who comes through the only one', 1, PROXY, (forged: string) => `${forged}, ${STRANGER}`, VISITOR],
    [
      'who comes through the second of two',
      2,
      PROXY,
      (forged: string) => `${forged}, ${STRANGER}, 10.0.0.3`,
      `${VISITOR}, 10.0.0.3`,
    ],
    ['who comes when there is none', 0, STRANGER, (forged: string) => forged, undefined],
  ])('not that of one %s: they are counted as one', async (_name, trustProxy, address, forge, honest) => {
    const cinema = await open({ trustProxy, signUpsAMinute: SIGN_UPS_A_MINUTE });
    const answers = [];
    for (let count = 0; count < 50; count += 1)
      answers.push(await signUp(cinema, address, forge(`198.51.100.${count}`)));
    expect(countByStatus(answers)).toEqual({ 400: SIGN_UPS_A_MINUTE, 429: 50 - SIGN_UPS_A_MINUTE });
    const visitor = await withinASecond(() => signUp(cinema, honest === undefined ? VISITOR : PROXY, honest));
    expect(visitor.status).toBe(400);
  });
});

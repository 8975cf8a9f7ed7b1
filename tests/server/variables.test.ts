import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sessionUserSchema } from '#contract/user.ts';
import { ticketSchema } from '#contract/ticket.ts';
import { offeredDates } from '#domain/calendar.ts';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { readEnvironment, type ServerConfig } from '../../src/server/environment.ts';
import { startServer } from '../../src/server/startServer.ts';
import { addDoor } from './atTheDoor.ts';
import { theKid } from './catalogueMovies.ts';
import { findFreePort } from './findFreePort.ts';
import { booking, signUpForm } from './people.ts';
import { sendTo } from './sendTo.ts';
import { catalogueFile, testFolder } from './testFolder.ts';

/** An address that no machine has (RFC 5737): a server cannot listen on it, and says so. */
const NOWHERE = '203.0.113.1';

/** Fourteen hours ahead of UTC. */
const ZONE = 'Pacific/Kiritimati';

/** Starts a server in this process with these variables. */
async function start(variables: Readonly<Record<string, string>>) {
  let log = '';
  const all = { PORT: '0', DATA_DIR: testFolder(), CATALOGUE: catalogueFile(JSON.stringify([theKid])), ...variables };
  const server = await startServer(readEnvironment(all), {
    stream: { write: (line) => void (log += line) },
    maxDelay: Infinity,
  });
  onTestFinished(server.stop);
  return { ...server, log: () => log, request: (path: string) => fetch(server.url + path) };
}

/** Signs up a user of a server, and returns a function that sends requests of this user. */
async function addUser({ url }: { readonly url: string }) {
  const { body } = await sendTo(url, 'POST', 'user/signup', { body: signUpForm() });
  const { token } = v.parse(sessionUserSchema, body);
  return (method: string, path: string, sent: unknown) => sendTo(url, method, path, { token, body: sent });
}

const tomorrow = (zone = 'Asia/Jakarta') => ({ showtimeDate: offeredDates(Date.now(), zone)[1] });

const portOf = (address = '') => new URL(address).port;

/** For each variable of the server, what a server with it does. The tests on both engines use `databaseUrl`. */
const EFFECTS: Readonly<Record<Exclude<keyof ServerConfig, 'databaseUrl'>, () => Promise<void>>> = {
  async port() {
    const port = String(await findFreePort());
    expect(portOf((await start({ PORT: port })).url)).toBe(port);
  },
  async host() {
    await expect(start({ HOST: NOWHERE })).rejects.toThrow(`The server cannot listen on port 0 of ${NOWHERE}`);
  },
  async metricsPort() {
    const port = String(await findFreePort());
    expect(portOf((await start({ METRICS_PORT: port })).metricsUrl)).toBe(port);
  },
  async metricsHost() {
    const variables = { METRICS_PORT: '0', METRICS_HOST: NOWHERE };
    await expect(start(variables)).rejects.toThrow(`The metrics cannot be served on port 0 of ${NOWHERE}`);
  },
  async dataDirectory() {
    const folder = join(testFolder(), 'data');
    await start({ DATA_DIR: folder });
    expect(existsSync(databaseFile(folder))).toBe(true);
  },
  async cataloguePath() {
    expect(await (await (await start({})).request('/api/movie')).json()).toEqual([theKid]);
  },
  async zone() {
    const send = await addUser(await start({ CINEMA_TIME_ZONE: ZONE }));
    await send('POST', 'user/balance', { amount: theKid.ticket_price });
    const { startsAt } = v.parse(ticketSchema, (await send('POST', 'user/tickets', booking(tomorrow(ZONE)))).body);
    expect(startsAt).toMatch(/T06:35:00\.000Z$/);
  },
  async trustProxy() {
    const { headers } = await (await start({ TRUST_PROXY: '127.0.0.1' })).request('/robots.txt');
    expect(headers.has('strict-transport-security')).toBe(true);
  },
  async hstsSubdomains() {
    const server = await start({ TRUST_PROXY: '127.0.0.1', HSTS_SUBDOMAINS: 'on' });
    const { headers } = await server.request('/robots.txt');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  },
  async publicOrigin() {
    const robots = await (await start({ PUBLIC_ORIGIN: 'https://Nobar.example:443/' })).request('/robots.txt');
    expect(await robots.text()).toContain('Sitemap: https://nobar.example/sitemap.xml');
  },
  async securityContact() {
    const contact = 'mailto:security@nobar.example';
    const server = await start({ SECURITY_CONTACT: contact });
    expect(await (await server.request('/.well-known/security.txt')).text()).toContain(`Contact: ${contact}\n`);
  },
  async holdLimits() {
    const send = await addUser(await start({ MAX_UNBACKED_SEATS: '1', MAX_HELD_SEATS_PER_ADDRESS: '2' }));
    const { movieTitle, showtimeDate, showtimeTime } = booking(tomorrow());
    const hold = async (...seatNumbers: number[]) =>
      (await send('POST', 'holds', { movieTitle, showtimeDate, showtimeTime, seatNumbers })).body;
    expect(await hold(1, 2)).toMatchObject({ code: 'balance_required' });
    await send('POST', 'user/balance', { amount: 3 * theKid.ticket_price });
    expect(await hold(1, 2, 3)).toMatchObject({ code: 'too_many_holds', reason: 'network' });
    expect(await hold(1, 2)).toMatchObject({ seatNumbers: [1, 2] });
  },
  async doorOpensMinutes() {
    const dataDirectory = testFolder();
    const server = await start({ DATA_DIR: dataDirectory, DOOR_OPENS_MINUTES: '90' });
    const { db } = openDatabase({ dataDirectory });
    const { token } = await addDoor({ db, clock: { now: Date.now() } });
    await db.destroy();
    expect((await sendTo(server.url, 'GET', 'door', { token })).body).toMatchObject({ opensMinutesBefore: 90 });
  },
  async logLevel() {
    const server = await start({ LOG_LEVEL: 'warn' });
    await server.request('/api/movie');
    await server.stop();
    expect(server.log()).toBe('');
  },
};

describe('a started server', () => {
  test.each(Object.entries(EFFECTS))('obeys the variable behind %s', (_name, check) => check());
});

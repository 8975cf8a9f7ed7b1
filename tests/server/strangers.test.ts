import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { duplexPair, type Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { rounds } from '../rounds.ts';
import { describeOnAnyEngine, describeOnSqlite } from './onBothEngines.ts';
import { countByStatus, REAL_COST, type Cinema } from './openCinema.ts';
import { addPerson, PASSWORD, signIn, signUpForm, withdraw } from './people.ts';
import { withinASecond } from './ownClock.ts';

const PROXY = '10.0.0.2';
const STRANGER = '203.0.113.7';
const VISITOR = '192.0.2.1';
const NEIGHBOUR = '2001:db8:1:3::1';
const SIGN_UPS_A_MINUTE = 20;
const FEED = '/api/booked-seats/The%20Kid/live?showtimeDate=05+Mar&showtimeTime=20.35';

/** Addresses of one customer, all in the same IPv6 /64 network. */
function customer(index: number): string {
  return `2001:db8:1:2:${index}::1`;
}

/** A request whose body never arrives. */
const UNFINISHED =
  'POST /api/user/signin HTTP/1.1\r\nhost: cinema\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{';

function signUp(cinema: Cinema, address: string, forwardedFor?: string) {
  const headers = forwardedFor === undefined ? undefined : { headers: { 'x-forwarded-for': forwardedFor } };
  return cinema.call('POST', 'user/signup', { body: {}, address, ...headers });
}

describeOnSqlite('reliability 47: requests with forged X-Forwarded-For addresses', ({ open }) => {
  test.each([
    ['when the client bypasses the proxy', [PROXY], STRANGER, (forged: string) => forged, undefined],
    ['when a direct client forges the proxy\u2019s address', ['10.0.0.0/8'], STRANGER, () => PROXY, undefined],
    ['behind a trusted proxy', [PROXY], PROXY, (forged: string) => `${forged}, ${STRANGER}`, VISITOR],
    ['behind one trusted hop', 1, PROXY, (forged: string) => `${forged}, ${STRANGER}`, VISITOR],
    [
      'behind two trusted hops',
      2,
      PROXY,
      (forged: string) => `${forged}, ${STRANGER}, 10.0.0.3`,
      `${VISITOR}, 10.0.0.3`,
    ],
    ['without a proxy', 0, STRANGER, (forged: string) => forged, undefined],
  ])('count as one address %s', async (_name, trustProxy, address, forge, honest) => {
    const cinema = await open({ trustProxy, rateLimits: { signUps: SIGN_UPS_A_MINUTE } });
    const answers = [];
    for (let count = 0; count < 50; count += 1)
      answers.push(await signUp(cinema, address, forge(`198.51.100.${count}`)));
    expect(countByStatus(answers)).toEqual({ 400: SIGN_UPS_A_MINUTE, 429: 50 - SIGN_UPS_A_MINUTE });
    const visitor = await withinASecond(() => signUp(cinema, honest === undefined ? VISITOR : PROXY, honest));
    expect(visitor.status).toBe(400);
  });
});

function openOf(sockets: readonly Duplex[]): number {
  return sockets.filter(({ destroyed }) => !destroyed).length;
}

async function connectMany(cinema: Cinema, count: number, addressOf: (index: number) => string): Promise<Duplex[]> {
  const sockets = Array.from({ length: count }, (_, index) => connectFrom(cinema.app, addressOf(index)).socket);
  await new Promise(setImmediate);
  return sockets;
}

describeOnSqlite('reliability 49: connections', ({ open }) => {
  const limits = { inAll: 40, ofOneAddress: 20 };
  test.each([
    ['an address', () => STRANGER],
    ['an IPv4-mapped IPv6 address', () => `::ffff:${STRANGER}`],
    ['a customer of an IPv6 network', customer],
  ])('%s has a limit, and a connection beyond it closes the one idle longest', async (_name, addressOf) => {
    const cinema = await open({ connectionLimits: limits });
    const sockets = await connectMany(cinema, 30, addressOf);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual(sockets.map((_socket, index) => index < 10));
    const visitor = connectFrom(cinema.app, VISITOR);
    expect(await withinASecond(() => visitor.get('/api/movie'))).toContain('200 OK');
  });

  test('when addresses use up all connections, the one with the most loses one, and all visitors get responses', async () => {
    const cinema = await open({ connectionLimits: limits });
    const early = connectFrom(cinema.app, VISITOR);
    expect(await early.get('/api/movie')).toContain('200 OK');
    const [largest, smaller] = [
      await connectMany(cinema, 20, () => STRANGER),
      await connectMany(cinema, 17, () => '203.0.113.8'),
    ];
    const late = connectFrom(cinema.app, '192.0.2.2');
    expect(await withinASecond(() => late.get('/api/movie'))).toContain('200 OK');
    expect(await withinASecond(() => early.get('/api/movie'))).toContain('200 OK');
    expect([openOf(largest), openOf(smaller)]).toEqual([19, 17]);
    await connectMany(cinema, 300, (index) => `198.51.100.${index % 30}`);
    expect(await withinASecond(() => connectFrom(cinema.app, '192.0.2.3').get('/api/movie'))).toContain('200 OK');
  });

  test('at the limit of an address, idle connections close before busy ones, then the one busy longest', async () => {
    const cinema = await open({ connectionLimits: { inAll: 40, ofOneAddress: 3 } });
    const feeds = [];
    for (const _ of [1, 2]) {
      const feed = connectFrom(cinema.app, STRANGER);
      await feed.readUntil(FEED, 'data: ');
      feeds.push(feed.socket);
    }
    const [idle] = await connectMany(cinema, 1, () => STRANGER);
    const third = connectFrom(cinema.app, STRANGER);
    await third.readUntil(FEED, 'data: ');
    expect([...feeds, idle].map((socket) => socket?.destroyed)).toEqual([false, false, true]);
    expect(await withinASecond(() => connectFrom(cinema.app, STRANGER).get('/api/movie'))).toContain('200 OK');
    expect([...feeds, third.socket].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  });

  test('closed connections count neither for their address nor in all, so an older one stays open', async () => {
    const cinema = await open({ connectionLimits: { inAll: 40, ofOneAddress: 3 } });
    const [oldest] = await connectMany(cinema, 1, () => STRANGER);
    for (let count = 0; count < 20; count += 1) {
      for (const socket of await connectMany(cinema, 2, () => STRANGER)) socket.destroy();
      await new Promise(setImmediate);
    }
    const later = await connectMany(cinema, 2, () => STRANGER);
    expect([oldest, ...later].map((socket) => socket?.destroyed)).toEqual([false, false, false]);
  });

  test('a visitor gets every response while three addresses send bodies that never end', async () => {
    const cinema = await open({ connectionLimits: { inAll: 200, ofOneAddress: 75 } });
    const early = connectFrom(cinema.app, VISITOR);
    expect(await early.get('/api/movie')).toContain('200 OK');
    for (let count = 0; count < rounds(40, 100); count += 1) {
      if (count % 20 === 0) {
        for (const socket of await connectMany(cinema, 300, (index) => `203.0.113.${index % 3}`))
          socket.write(UNFINISHED);
        await new Promise(setImmediate);
      }
      const late = connectFrom(cinema.app, '192.0.2.2');
      expect(await withinASecond(() => late.get('/api/movie'))).toContain('200 OK');
    }
    expect(await withinASecond(() => early.get('/api/movie'))).toContain('200 OK');
  });

  test('a trusted proxy has no limit', async () => {
    const cinema = await open({ connectionLimits: limits, trustProxy: [PROXY] });
    const proxied = await connectMany(cinema, 39, () => PROXY);
    expect(openOf(proxied)).toBe(39);
    const strangers = await connectMany(cinema, 39, () => STRANGER);
    expect([openOf(proxied), openOf(strangers)]).toEqual([39, 1]);
  });
});

describeOnSqlite('reliability 23 and 37: a customer of an IPv6 network is one address', ({ open }) => {
  test('for the limits on feeds and on sign-ups per minute', async () => {
    const cinema = await open({ seatFeedLimits: { ofOneAddress: 2 }, rateLimits: { signUps: 2 } });
    for (const index of [1, 2]) await connectFrom(cinema.app, customer(index)).readUntil(FEED, 'data: ');
    expect(await connectFrom(cinema.app, customer(3)).get(FEED)).toContain('429 Too Many Requests');
    expect(await connectFrom(cinema.app, NEIGHBOUR).readUntil(FEED, 'data: ')).toContain('200 OK');
    for (const index of [1, 2]) expect((await signUp(cinema, customer(index))).status).toBe(400);
    expect((await signUp(cinema, customer(3))).status).toBe(429);
    expect((await signUp(cinema, NEIGHBOUR)).status).toBe(400);
  });
});

describeOnAnyEngine('reliability 50: a burst of sign-ups', ({ open, test }) => {
  test('does not delay sign-ins and password checks, and a taken username costs no hash', async () => {
    const cinema = await open(REAL_COST);
    const person = await addPerson(cinema, { balance: 10_000, ...REAL_COST });
    const other = await addPerson(cinema, REAL_COST);
    const change = { password: PASSWORD, newPassword: 'battery staple', confirmPassword: 'battery staple' };
    const crowd = 16 * Math.max(1, availableParallelism() - 1);
    let signedUp = 0;
    const send = (username: string, address: string) =>
      cinema.call('POST', 'user/signup', { address, body: signUpForm({ username }) });
    const signUps = Array.from({ length: crowd }, async (_, index) => {
      const { status } = await send(`somebody-${index}`, `203.0.${index % 3}.1`);
      signedUp += 1;
      return status;
    });
    const answers = await Promise.all([
      signIn(cinema, person),
      withdraw(cinema, person, 1000),
      cinema.call('PUT', 'user/password', { token: other.token, body: change }),
      send(person.username, VISITOR),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 409]);
    // These requests finish before most of the sign-ups, however slow the machine is.
    expect(signedUp).toBeLessThan(crowd / 2);
    expect(new Set(await Promise.all(signUps))).toEqual(new Set([201]));
  });
});

/** A connection to the application from any remote address. */
interface Connection {
  /** The client's end. `server` is the server's end. */
  readonly socket: Duplex;
  readonly server: Duplex;
  /** Requests a path and returns the data received once it contains `until`. */
  readUntil(path: string, until: string): Promise<string>;
  get(path: string): Promise<string>;
}

/** The connections that each server has accepted. */
const taken = new WeakMap<FastifyInstance['server'], Duplex[]>();

/** Connects a client without a network, so that it can have any address. Like Node, closes connections beyond `maxConnections`. */
function connectFrom({ server }: FastifyInstance, remoteAddress: string, forwardedFor?: string): Connection {
  const [socket, other] = duplexPair();
  const open = (taken.get(server) ?? []).filter(({ destroyed }) => !destroyed);
  taken.set(server, open);
  if (open.length >= server.maxConnections) other.destroy();
  else {
    open.push(other);
    server.emit('connection', Object.assign(other, { remoteAddress }));
  }
  other.once('close', () => socket.destroy());
  socket.once('close', () => other.destroy());
  socket.setEncoding('utf8');
  onTestFinished(() => void socket.destroy());

  async function readUntil(path: string, until: string): Promise<string> {
    const forwarded = forwardedFor === undefined ? '' : `x-forwarded-for: ${forwardedFor}\r\n`;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: cinema\r\n${forwarded}\r\n`);
    for (let received = ''; ; received += String((await once(socket, 'data'))[0])) {
      if (received.includes(until)) return received;
    }
  }

  return { socket, server: other, readUntil, get: (path) => readUntil(path, '\r\n\r\n') };
}

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseBusy } from '../../src/server/db/databaseFailure.ts';
import { limitWriteTime } from '../../src/server/http/limitWriteTime.ts';
import { rounds } from '../rounds.ts';
import { expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine, describeOnSqlite } from './onBothEngines.ts';
import { withDocuments } from './openDocuments.ts';
import { startOwnClock } from './ownClock.ts';

async function listen(app: FastifyInstance): Promise<{ readonly url: string; readonly port: number }> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, port: Number(new URL(url).port) };
}

function open(port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function sendRaw(port: number, text: string): Promise<string> {
  const socket = open(port);
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => (received += part));
  socket.write(text);
  await closed(socket);
  return received;
}

/** The head and the body of a response. Fails when its `content-length` is not the length of its body in bytes. */
function partsOf(response: string): { readonly head: string; readonly body: string } {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
  expect(Number(length), 'content-length').toBe(Buffer.byteLength(body));
  return { head, body };
}

/** Blocks the event loop for 150 ms at a time until the condition holds, at most 100 times. Returns whether it holds. */
async function blockEventLoop(until: () => Promise<boolean>): Promise<boolean> {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  for (let count = 0; count < 100; count += 1) {
    Atomics.wait(neverNotified, 0, 0, 150);
    if (await until()) return true;
    await nextTurn();
  }
  return false;
}

describeOnAnyEngine('reliability 20 and 36: invalid requests', ({ open: openCinema }) => {
  test.each([
    ['bytes that are not HTTP', '\u0000\u0001\u0002', 400],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x', 400],
    [
      'a request with two lengths, as in request smuggling',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2',
      400,
    ],
    ['headers above the size limit', `GET /api/movie HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`, 431],
  ])('%s get a problem without details', async (_name, text, status) => {
    const { port } = await listen((await openCinema()).app);
    const { head, body } = partsOf(await sendRaw(port, `${text}\r\n\r\n`));
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, message: expect.any(String) });
    expect(body).not.toMatch(/node:|\.ts|HPE_|at /);
  });

  test('a request that names the whole URL gets the page, file or response of its path, for the host of the URL', async () => {
    const { port } = await listen((await openCinema(withDocuments())).app);
    const request = (url: string) =>
      sendRaw(port, `GET ${url} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`);
    const page = await request('HTTP://cinema.example:8080/movies?search=kid');
    expect(page).toContain('<link rel="canonical" href="http://cinema.example:8080/movies"');
    expect(await request('http://cinema.example?inspect')).toContain(
      '<link rel="canonical" href="http://cinema.example/"',
    );
    expect(await request('http://cinema.example/robots.txt')).toContain('Sitemap: http://cinema.example/sitemap.xml');
    expect(await request('http://cinema.example/ID')).toContain('location: /id\r\n');
    expect(await request('http://cinema.example/api/movie')).toContain('"The Kid"');
  });

  test('a URL that is too long gets a page', async () => {
    const { port } = await listen((await openCinema()).app);
    const link = `/movie/${'x'.repeat(20_000)}`;
    const { head, body } = partsOf(await sendRaw(port, `GET ${link} HTTP/1.1\r\nHost: x\r\n\r\n`));
    expect(head).toContain('HTTP/1.1 431 ');
    expect(head).toContain('content-type: text/html; charset=utf-8');
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(body).toContain('<a href="/">Go to Nobar Now</a>');
  });

  test('reliability 39: an overloaded server responds to a page request with the shell and 503', async () => {
    const { app } = await openCinema(withDocuments({ maxDelay: 100 }));
    const request = () => app.inject({ url: '/movies', headers: { accept: 'text/html' } });
    let refused = await request();
    expect(await blockEventLoop(async () => (refused = await request()).statusCode === 503)).toBe(true);
    expect(refused.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'retry-after': '2',
    });
    expect(refused.payload).toContain('<div id="root"');
  });

  test('reliability 39: an overloaded server refuses calls with 503 and recovers', async () => {
    const { app } = await openCinema({ maxDelay: 100 });
    const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
    expect(await blockEventLoop(async () => (await statusOf('/api/movie')) === 503)).toBe(true);
    const refused = await app.inject({ url: '/api/movie' });
    expectProblem({ status: refused.statusCode, headers: refused.headers, body: refused.json() }, 'unavailable');
    expect(refused.headers['retry-after']).toBe('2');
    expect(await statusOf('/api/health/live')).toBe(200);
    await expect.poll(() => statusOf('/api/movie'), { timeout: 30_000 }).toBe(200);
  });
});

describeOnAnyEngine('the queue for the database', ({ open: openCinema }) => {
  test('reliability 39: refuses requests when 2,000 wait for the database', async () => {
    const cinema = await openCinema();
    const { db } = cinema;
    const answers = await Promise.allSettled(
      Array.from({ length: 2100 }, () =>
        db.updateTable('movies').set({ ticket_price: 35_000 }).where('id', '=', -1).execute(),
      ),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBeGreaterThan(50);
    expect(refused.length).toBeLessThanOrEqual(100);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(DatabaseBusy);
    expect((await cinema.call('GET', 'movie')).status).toBe(200);
  });
});

const LONG_REQUEST = 'GET /api/docs/json HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST_REQUEST = LONG_REQUEST.replace('Host: x', 'Host: x\r\nConnection: close');

/** The server's end of a connection whose client reads one part at a time. */
class SlowReader extends Writable {
  bytesWritten = 0;
  read: () => void = () => undefined;

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.bytesWritten += part.length;
    this.read = done;
  }
}

const SLOW = [
  'POST /api/user/signin HTTP/1.1\r\nHost: x\r\n',
  'POST /api/user/signin HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"user',
];

/** Opens a connection that never completes its headers, or its body, and reads what it gets. */
async function openSlowly(port: number, kind: number): Promise<Socket> {
  const socket = open(port);
  await once(socket, 'connect');
  socket.resume().write(SLOW[kind % SLOW.length] ?? '');
  return socket;
}

describeOnSqlite('reliability 36: slow clients', ({ open: openCinema }) => {
  test('the server accepts at most 8,000 connections', async () => {
    expect((await openCinema()).app.server.maxConnections).toBe(8000);
  });

  test('a client that does not read its response is disconnected, a client that reads is not', async () => {
    const { app } = await openCinema({ connectionLimits: { writeMilliseconds: 1000 } });
    const { port, url } = await listen(app);
    const accepted = once(app.server, 'connection');
    const silent = open(port).pause();
    const [onServer] = await accepted;
    const reader = open(port).resume();
    if (!(onServer instanceof Socket)) throw new Error('The server has no such connection');
    const closing = once(onServer, 'close');
    while (onServer.writableLength === 0 && !onServer.destroyed) {
      silent.write(LONG_REQUEST);
      reader.write(LONG_REQUEST);
      await (await fetch(`${url}/api/health/live`)).text();
    }
    await closing;
    expect(await sendRaw(port, LAST_REQUEST)).toContain('200 OK');
    expect(reader.destroyed).toBe(false);
  });

  test('a client that reads slowly is disconnected only after it has read nothing for the whole time', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = createServer();
    limitWriteTime(server, 1000);
    const client = new SlowReader();
    server.emit('connection', client);
    for (let count = 0; count < 10; count += 1) client.write('part');
    for (let count = 0; count < 8; count += 1) {
      vi.advanceTimersByTime(750);
      expect(client.destroyed).toBe(false);
      client.read();
    }
    vi.advanceTimersByTime(750);
    expect(client.destroyed).toBe(false);
    vi.advanceTimersByTime(750);
    expect(client.destroyed).toBe(true);
    server.emit('close');
  });

  test('a client that pipelines hundreds of requests is disconnected, and at most ten are processed', async () => {
    const { app } = await openCinema();
    const { port } = await listen(app);
    const responses: ServerResponse[] = [];
    app.server.on('request', (_request, response) => responses.push(response));
    await sendRaw(port, LONG_REQUEST.repeat(99) + LAST_REQUEST);
    expect(responses.length).toBe(100);
    expect(responses.filter(({ headersSent }) => headersSent).length).toBeLessThanOrEqual(10);
  });

  test('a thousand slow sockets do not delay others', async () => {
    const { app } = await openCinema();
    const { url, port } = await listen(app);
    using clock = startOwnClock();
    for (let count = 0; count < 1000; count += 1) await openSlowly(port, count);
    const times: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const sent = clock.now();
      expect((await fetch(`${url}/api/movie`)).status).toBe(200);
      times.push(clock.since(sent));
    }
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(100);
  });

  test('headers have 10 s and requests 15 s, checked every 2 s', async () => {
    expect((await openCinema()).app.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2000,
    });
  });

  test('a client that takes longer gets 408, and its connection is closed', async () => {
    const { app } = await openCinema();
    const { port } = await listen(app);
    const accepted = once(app.server, 'connection');
    const received = sendRaw(port, SLOW[0] ?? '');
    const [socket] = await accepted;
    // Node emits this event when the time is over.
    app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    expect(partsOf(await received).head).toContain('HTTP/1.1 408 ');
  });

  test.each(rounds([], [20_000]))('slow sockets are closed within %i ms', async (limit) => {
    const { port } = await listen((await openCinema()).app);
    using clock = startOwnClock();
    const sockets = await Promise.all(SLOW.map((_, kind) => openSlowly(port, kind)));
    const began = clock.now();
    await Promise.all(sockets.map(closed));
    expect(clock.since(began)).toBeLessThan(limit);
  });
});

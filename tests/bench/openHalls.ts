import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../server/startServerProcess.ts';
import type { Person } from '../server/people.ts';
import { bookingOf } from './hall.ts';
import { openHttpClient } from './httpClient.ts';
import { readMetrics } from './processor.ts';

const HALLS = 1000;
const SALES = 30;
const IDLE_MILLISECONDS = 10_000;

/** Measures a thousand open seat feeds: memory per feed, processor time while nothing happens, and the delay until a sale reaches them. */
export async function openHalls(server: ServerProcess, buyer: Person, firstSeat: number): Promise<void> {
  const url = await server.url;
  const before = await readMetrics(server);
  const sockets = await Promise.all(Array.from({ length: HALLS }, () => openFeed(url, firstSeat)));
  const opened = await readMetrics(server);
  await wait(IDLE_MILLISECONDS);
  const idle = await readMetrics(server);
  const client = await openHttpClient(url);
  const arrivals: number[] = [];
  const slowest: number[] = [];
  for (let sale = 0; sale < SALES; sale += 1) {
    let last = 0;
    const received = sockets.map((socket) => once(socket, 'data').then(() => performance.now()));
    const sold = performance.now();
    await client.send('POST', 'user/tickets', { token: buyer.token, body: bookingOf(firstSeat + sale) });
    for (const at of await Promise.all(received)) {
      arrivals.push(at - sold);
      last = Math.max(last, at - sold);
    }
    slowest.push(last);
    await wait(150);
  }
  const sold = await readMetrics(server);
  client.close();
  for (const socket of sockets) socket.destroy();
  arrivals.sort((a, b) => a - b);
  slowest.sort((a, b) => a - b);
  print(`${HALLS} open halls, memory per feed`, `${((idle.memory - before.memory) / HALLS / 1024).toFixed(1)} KiB`);
  print(`${HALLS} open halls, idle`, `${percent(idle.processor - opened.processor, IDLE_MILLISECONDS)} of a core`);
  print(
    `a sale to ${HALLS} feeds, latency`,
    `p50 ${at(arrivals, 0.5)} ms   p99 ${at(arrivals, 0.99)} ms   the last feed p50 ${at(slowest, 0.5)} ms`,
  );
  print(
    `a sale to ${HALLS} feeds, processor time`,
    `${(((sold.processor - idle.processor) * 1000) / SALES).toFixed(1)} ms`,
  );
}

async function openFeed(url: string, seat: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const { movieTitle, showtimeDate, showtimeTime } = bookingOf(seat);
  const query = new URLSearchParams({ showtimeDate, showtimeTime });
  const socket = connect({ host: hostname, port: Number(port) });
  const path = `/api/booked-seats/${encodeURIComponent(movieTitle)}/live?${query.toString()}`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`);
  socket.setEncoding('latin1');
  for (let received = ''; !received.includes('data: ');) received += String((await once(socket, 'data'))[0]);
  return socket;
}

function percent(seconds: number, milliseconds: number): string {
  return `${((seconds * 100_000) / milliseconds).toFixed(1)} %`;
}

function print(label: string, value: string): void {
  process.stdout.write(`${label.padEnd(44)}${value}\n`);
}

function at(times: readonly number[], share: number): string {
  return (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
}

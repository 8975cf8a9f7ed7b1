import { expect, onTestFinished, test } from 'vitest';
import { calls, type Call } from '#contract/calls.ts';
import { routePath } from '../../src/server/http/callAt.ts';
import { createMetrics } from '../../src/server/http/metrics.ts';
import { serveMetrics } from '../../src/server/http/serveMetrics.ts';
import { addDoor, admit, buyWithCode, THURSDAY_EVENING } from './atTheDoor.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { addPerson, booking, signUp, topUp } from './people.ts';

/** Metrics with known sources. */
function openMetrics(countHeldSeats = async () => ({ backed: 3, unbacked: 25 })) {
  return createMetrics({
    pool: () => ({ busy: 2, idle: 1, waiting: 4 }),
    countHeldSeats,
    countDroppedLines: () => 7,
  });
}

/** The value of a metric with these labels. */
function valueOf(text: string, metric: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `));
  return Number(line?.slice(metric.length));
}

describeOnAnyEngine('the metrics', ({ open }) => {
  test('time each request in seconds by method, route and status, but not a feed', async () => {
    const metrics = openMetrics();
    const cinema = await open({ metrics });
    const startedAt = performance.now();
    await cinema.call('GET', 'movie/Nothing');
    const seconds = (performance.now() - startedAt) / 1000;
    await cinema.call('GET', 'no/such/call');
    const address = await cinema.app.listen({ port: 0, host: '127.0.0.1' });
    const feed = await fetch(`${address}/api/booked-seats/The%20Kid/live?showtimeDate=05%20Mar&showtimeTime=20.35`);
    expect(valueOf(await metrics.print(), 'seat_feeds')).toBe(1);
    await feed.body?.cancel();
    const text = await metrics.print();
    const request = '{method="GET",route="/api/movie/:title",status="404"}';
    expect(valueOf(text, `http_request_duration_seconds_count${request}`)).toBe(1);
    expect(valueOf(text, `http_request_duration_seconds_sum${request}`)).toBeLessThanOrEqual(seconds);
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).not.toMatch(/http_request_duration_seconds_count\{[^}]*booked-seats/);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  test('measure each call, also a seat feed that is refused', async () => {
    const metrics = openMetrics();
    const cinema = await open({ metrics });
    const every = Object.values<Call>(calls).map((call) => ({ method: call.method, path: routePath(call) }));
    for (const { method, path } of every) await cinema.call(method, path.slice(1));
    const requests = (await metrics.print()).matchAll(
      /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)"/gm,
    );
    expect(new Set(Array.from(requests, ([, method, route]) => `${method} ${route}`))).toEqual(
      new Set(every.map(({ method, path }) => `${method} /api${path}`)),
    );
  });

  test('count each change once, also when its response is repeated, and each refusal by its code', async () => {
    const metrics = openMetrics();
    const cinema = await open({ metrics });
    const person = await addPerson(cinema);
    for (const amount of [50_000, 50_000]) await topUp(cinema, person, amount, { key: 'k' });
    await cinema.call('POST', 'user/tickets', { token: person.token, body: booking({ seatNumbers: [1, 2, 3] }) });
    await signUp(cinema);
    const text = await metrics.print();
    expect(valueOf(text, 'cinema_changes_total{kind="sign_up"}')).toBe(1);
    expect(valueOf(text, 'cinema_changes_total{kind="top_up"}')).toBe(1);
    expect(valueOf(text, 'cinema_refusals_total{code="not_enough_balance"}')).toBe(1);
    expect(text).not.toContain('cinema_changes_total{kind="purchase"}');
  });

  test('count each ticket at a door once by its answer, also when the answer is repeated', async () => {
    const metrics = openMetrics();
    const cinema = await open({ metrics });
    const { code } = await buyWithCode(cinema, await addPerson(cinema, { balance: 35_000 }));
    cinema.clock.now = THURSDAY_EVENING;
    const door = await addDoor(cinema);
    for (const key of ['k', 'k', 'l']) await admit(cinema, door, code, {}, { key });
    await admit(cinema, door, 'wrong');
    const text = await metrics.print();
    const count = (answer: string) => valueOf(text, `cinema_admissions_total{answer="${answer}"}`);
    expect(['welcome', 'already_inside', 'not_ours'].map(count)).toEqual([1, 1, 1]);
    expect([code, door.token].filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('show connections, held seats and lost lines of the log as they are when somebody asks', async () => {
    const text = await openMetrics().print();
    expect(['busy', 'idle', 'waiting'].map((state) => valueOf(text, `database_connections{state="${state}"}`))).toEqual(
      [2, 1, 4],
    );
    expect(valueOf(text, 'held_seats{balance="sufficient"}')).toBe(3);
    expect(valueOf(text, 'held_seats{balance="insufficient"}')).toBe(25);
    expect(valueOf(text, 'log_lines_dropped')).toBe(7);
  });

  test('are still served without the database, which only the held seats need', async () => {
    const metrics = openMetrics(() => Promise.reject(new Error('no database')));
    const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.stop());
    const response = await fetch(server.url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, metrics.contentType]);
    expect(await response.text()).toMatch(/held_seats\{balance="sufficient"\} nan/i);
    expect((await fetch(`${new URL(server.url).origin}/other`)).status).toBe(404);
  });
});

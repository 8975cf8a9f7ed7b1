import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { createSeatFeeds } from '../../src/server/feeds/seatFeeds.ts';
import { createSeatChanges } from '../../src/server/seatChanges.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { openCinema, type Cinema } from './openCinema.ts';
import { openFeed } from './openFeed.ts';
import { startOwnClock } from './ownClock.ts';
import { addPerson, buy, cancel, purchase } from './people.ts';
import { startServerProcess } from './startServerProcess.ts';

const TONIGHT = '?showtimeDate=05+Mar&showtimeTime=20.35';
const LIVE = `booked-seats/The%20Kid/live${TONIGHT}`;

function listen({ app }: Cinema): Promise<string> {
  return app.listen({ port: 0 });
}

describeOnAnyEngine('the seat feed', ({ test, open, location }) => {
  test('sends the sold seats on opening and after each purchase and cancellation of its showtime', async ({
    cinema,
  }) => {
    const ana = await addPerson(cinema, { balance: 185_000 });
    await buy(cinema, ana, { seatNumbers: [40, 3] });
    const url = await listen(cinema);
    const [tonight, tomorrow] = [await openFeed(url), await openFeed(url, { date: '06 Mar' })];
    expect([await tonight.next(), await tomorrow.next()]).toEqual([[3, 40], []]);
    await buy(cinema, ana, { showtimeDate: '06 Mar', seatNumbers: [9] });
    expect(await tomorrow.next()).toEqual([9]);
    const refused = () => purchase(cinema, ana, { seatNumbers: [1, 2, 4] });
    await expectApiError(cinema, 'not_enough_balance', refused);
    const { id } = await buy(cinema, ana, { seatNumbers: [20] });
    expect(await tonight.next()).toEqual([3, 20, 40]);
    await cancel(cinema, ana, id);
    expect(await tonight.next()).toEqual([3, 40]);
  });

  test('reads the database once per change for all feeds of a showtime', async () => {
    const cinema = await open({ seatFeedLimits: { pollMilliseconds: 60_000 } });
    const ana = await addPerson(cinema, { balance: 500_000 });
    const url = await listen(cinema);
    const feeds = await Promise.all(Array.from({ length: 50 }, () => openFeed(url)));
    expect(await Promise.all(feeds.map((feed) => feed.next()))).toEqual(feeds.map(() => []));
    const requested = vi.spyOn(cinema.db.getExecutor(), 'provideConnection');
    await buy(cinema, ana, { seatNumbers: [7] });
    expect(await Promise.all(feeds.map((feed) => feed.next()))).toEqual(feeds.map(() => [7]));
    // One connection each for the session, the purchase, one read of the seats, and one read that the last opened feed may still wait for.
    expect(requested.mock.calls.length).toBeLessThanOrEqual(4);
  });

  test('is an event stream that is not cached, compressed or buffered, with a retry delay', async () => {
    const feed = await openFeed(await listen(await open()));
    expect(feed.status).toBe(200);
    expect(Object.fromEntries(feed.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
    });
    expect(feed.headers.has('content-encoding')).toBe(false);
    await feed.next();
    expect(feed.text()).toMatch(/^retry: [12]\d{3}\n/);
  });

  test('asks browsers to reconnect after different times, so that they do not all come back at once', async () => {
    const url = await listen(await open());
    const feeds = await Promise.all(Array.from({ length: 20 }, () => openFeed(url)));
    await Promise.all(feeds.map((feed) => feed.next()));
    expect(new Set(feeds.map((feed) => feed.text().split('\n')[0])).size).toBeGreaterThan(1);
  });

  test('sends heartbeats that a browser can hear while no seats change', async () => {
    const feed = await openFeed(await listen(await open({ seatFeedLimits: { heartbeatMilliseconds: 5 } })));
    await feed.next();
    await vi.waitUntil(async () => {
      const sale = feed.next();
      await Promise.race([sale, new Promise((resolve) => setImmediate(resolve))]);
      return feed.text().split('\nevent: heartbeat\ndata: {}\n').length > 2;
    });
    feed.close();
    await feed.end();
  });

  test.each([
    ['one address', { ofOneAddress: 2 }, 429],
    ['all addresses combined', { inAll: 2 }, 503],
  ])('reliability 37: %s cannot open more feeds than the limit until one is closed', async (_who, limits, status) => {
    const cinema = await open({ seatFeedLimits: limits });
    const url = await listen(cinema);
    const [first] = [await openFeed(url), await openFeed(url)];
    const refused = await fetch(`${url}/api/${LIVE}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([status, '5']);
    first.close();
    const third = await vi.waitUntil(async () => {
      const feed = await openFeed(url);
      return feed.status === 200 && feed;
    });
    expect(await third.next()).toEqual([]);
  });

  test('reliability 37: a client that reads nothing is disconnected, and other clients keep their feed', async ({
    cinema,
  }) => {
    const ana = await addPerson(cinema, { balance: 500_000 });
    const hall = { movieId: 1, title: 'a film', startsAt: Date.parse('2026-03-05T20:35:00+07:00') };
    const limits = { heartbeatMilliseconds: 1, maxBacklog: 200 };
    const seatFeeds = createSeatFeeds({
      ...cinema,
      seatChanges: createSeatChanges(),
      log: cinema.app.log,
      now: () => cinema.clock.now,
      limits,
    });
    const [slow, quick] = [seatFeeds.open(hall, '10.0.0.1'), seatFeeds.open(hall, '10.0.0.2')];
    let received = '';
    quick.on('data', (bytes: Buffer) => (received += bytes.toString()));
    await once(slow, 'close');
    expect({ count: seatFeeds.count(), quick: quick.destroyed }).toEqual({ count: 1, quick: false });
    await buy(cinema, ana, { seatNumbers: [7] });
    await vi.waitUntil(() => received.includes('data: {"seatNumbers":[7]}'));
    await Promise.all([once(quick, 'close'), seatFeeds.close()]);
    expect(seatFeeds.count(), 'the number of open seat feeds').toBe(0);
  });

  test('reliability 53: shows purchases and cancellations of other server processes within two seconds', async () => {
    const where = await location();
    const [here, there] = [await openCinema(where.connect()), await openCinema(where.connect())];
    const ana = await addPerson(there, { balance: 500_000 });
    const url = await listen(here);
    const [tonight, tomorrow] = [await openFeed(url), await openFeed(url, { date: '06 Mar' })];
    expect([await tonight.next(), await tomorrow.next()]).toEqual([[], []]);
    using clock = startOwnClock();
    const { id } = await buy(there, ana, { seatNumbers: [40, 3] });
    expect(await tonight.next()).toEqual([3, 40]);
    expect(clock.since(clock.start)).toBeLessThan(2000);
    await buy(there, ana, { showtimeDate: '06 Mar', seatNumbers: [9] });
    expect(await tomorrow.next()).toEqual([9]);
    await cancel(there, ana, id);
    expect(await tonight.next()).toEqual([]);
    for (const { app } of [here, there]) await app.close();
  });

  test('reliability 53: polling reads all showtimes with feeds in one query, and runs none without feeds', async ({
    cinema,
  }) => {
    const requested = vi.spyOn(cinema.db.getExecutor(), 'executeQuery');
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const limits = { pollMilliseconds: 100 };
    const seatFeeds = createSeatFeeds({
      ...cinema,
      seatChanges: createSeatChanges(),
      log: cinema.app.log,
      now: () => cinema.clock.now,
      limits,
    });
    vi.advanceTimersByTime(10_000);
    expect(requested).not.toHaveBeenCalled();
    const halls = [20, 21, 22].map((hour) => ({
      movieId: 1,
      title: 'a film',
      startsAt: Date.parse(`2026-03-05T${hour}:00:00+07:00`),
    }));
    const feeds = halls.map((hall) => seatFeeds.open(hall, '10.0.0.1'));
    await Promise.all(feeds.map((feed) => vi.waitUntil(() => String(feed.read() ?? '').includes('data: '))));
    requested.mockClear();
    await vi.waitUntil(() => requested.mock.calls.length > 1);
    for (const [{ sql: text }] of requested.mock.calls) expect(text.match(/\(\d+, \d+\)/g)).toHaveLength(halls.length);
    await Promise.all([seatFeeds.close(), ...feeds.map((feed) => once(feed.resume(), 'close'))]);
  });

  test('reliability 38: SIGTERM ends the feeds without an error, and the process exits with 0', async () => {
    const server = startServerProcess((await location()).variables);
    const url = await server.url;
    const [, tomorrow] = offeredDates(Date.now(), 'Asia/Jakarta');
    const feed = await openFeed(url, { date: tomorrow ?? '' });
    expect(await feed.next()).toEqual([]);
    const unread = connect({ host: new URL(url).hostname, port: Number(new URL(url).port) });
    const query = new URLSearchParams({ showtimeDate: tomorrow ?? '', showtimeTime: '20.35' });
    unread.write(`GET /api/booked-seats/The%20Kid/live?${query.toString()} HTTP/1.1\r\nhost: cinema\r\n\r\n`);
    // The feed is open and stays unread. The exiting server may reset the connection.
    await once(unread, 'readable');
    unread.on('error', () => undefined);
    server.signal('SIGTERM');
    expect(await feed.end()).toBe('ended');
    expect(await server.ended, 'the exit code of the server').toBe(0);
    unread.destroy();
  });
});

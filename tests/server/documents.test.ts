// @vitest-environment jsdom
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { Actor } from 'xstate';
import { LANGUAGES, localPath } from '#domain/languages.ts';
import { PATHS } from '#domain/paths.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import { fetchInProcess } from '../../src/server/pages/fetchInProcess.ts';
import { pageAt, pages } from '../../src/web/router/pages.ts';
import { renderDocument } from '../../src/web/rendering/renderDocument.tsx';
import { screens } from '../fixtures/screens.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnAnyEngine, describeOnSqlite } from './onBothEngines.ts';
import { takeLog, type Cinema } from './openCinema.ts';
import { requestDocument, renderFromSource, readDocument, withDocuments } from './openDocuments.ts';
import { addPerson, buy, share } from './people.ts';
import { renewalHeaders } from './renewalHeaders.ts';
import { seatName } from '#messages/seats.ts';

const KID = '/movie/The%20Kid';
const KID_TONIGHT = `${KID}?date=05+Mar&time=20.35`;
const PERSONAL = pages.flatMap(({ route, personal }) =>
  route === undefined || personal === undefined ? [] : [screens[route].address],
);
const ORIGIN = 'http://cinema.example';

/** URLs of public pages, with the status, heading and links of their documents. */
const PUBLIC: readonly (readonly [address: string, status: number, heading: string, links: readonly string[]])[] = [
  ['/', 200, 'Welcome to Nobar Now', [KID, '/movie/Nosferatu', '/movies']],
  ['/movies', 200, 'Movies', [KID, '/movie/Nosferatu']],
  ['/movies/', 200, 'Movies', [KID, '/movie/Nosferatu']],
  ['/movies?search=KID', 200, 'Movies', [KID]],
  ['/about', 200, 'About', ['/movies']],
  [KID_TONIGHT, 200, 'The Kid 1921', []],
  ['/my-tickets', 200, 'My Tickets', []],
  ['/movie/Metropolis', 404, 'Film not found', ['/movies']],
  ['/no/such', 404, 'Page not found', ['/movies']],
  ['//cinema.example/', 404, 'Page not found', ['/movies']],
  ['/movie/A%20Trip%20to%2', 404, 'Film not found', ['/movies']],
  ['/movie/100%?date=05+Mar&time=20.35', 404, 'Film not found', ['/movies']],
  ['/movie/%F0%9F', 404, 'Film not found', ['/movies']],
  ['/mov%', 404, 'Page not found', ['/movies']],
  ['/%E0%A4%A/movies', 404, 'Page not found', ['/movies']],
  ['/movies?search=%E0%A4%A', 200, 'Movies', []],
  [`/movie/${'x'.repeat(12 * 1024)}`, 404, 'Film not found', ['/movies']],
  [`/movie/${':'.repeat(12 * 1024)}`, 404, 'Film not found', ['/movies']],
];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const heading = (document: Document) => document.querySelector('main h1')?.textContent.replaceAll(/\s+/g, ' ');
const main = (document: Document) => document.querySelector('main')?.textContent ?? '';
const links = (document: Document) =>
  Array.from(document.querySelectorAll('main a'), (link) => link.getAttribute('href'));
const soldSeats = (document: Document) =>
  Array.from(document.querySelectorAll('[data-seat][aria-disabled]'), (seat) => Number(seat.getAttribute('data-seat')));
const seatLabel = (document: Document, seat: number) =>
  document.querySelector(`[data-seat="${seat}"]`)?.getAttribute('aria-label');
const metaOf = (document: Document, name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
const canonicalOf = (document: Document) =>
  document.head.querySelector('link[rel=canonical]')?.getAttribute('href') ?? metaOf(document, 'og:url');
const hasSnapshot = (document: Document) => document.querySelector('#snapshot') !== null;
const snapshotOf = (document: Document): unknown => JSON.parse(document.querySelector('#snapshot')?.textContent ?? '');
const scriptsOf = (document: Document) =>
  Array.from(
    document.querySelectorAll('script:not([type="application/json"], [type="application/ld+json"])'),
    ({ outerHTML }) => outerHTML,
  );

const graphSchema = v.object({ '@graph': v.array(v.looseObject({ '@type': v.string() })) });

/** The structured data of a film's page for search engines, by kind. */
function factsOf(document: Document) {
  const text = document.head.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
  const graph = v.parse(graphSchema, JSON.parse(text))['@graph'];
  return { films: graph.filter((each) => each['@type'] === 'Movie'), screenings: graph.slice(1) };
}

/** Stops the clock of the cache. Not at 0, which lru-cache treats as no time. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(1);
}

const breakDown = () => Promise.reject(new Error('The projector has broken'));

describeOnSqlite('the first document: public pages are rendered', ({ open }) => {
  test('every public page is in the table above', () => {
    const tried = new Set(PUBLIC.map(([address]) => pageAt(address.replace(/\?.*/, '')).module));
    const missing = pages.filter(({ module, personal }) => personal === undefined && !tried.has(module));
    expect(missing.map(({ module }) => `${module} has no row in PUBLIC of tests/server/documents.test.ts`)).toEqual([]);
  });

  test('each has its status, its heading and its links', async () => {
    const cinema = await open(withDocuments());
    for (const [path, status, name, to] of PUBLIC) {
      const { statusCode, headers, payload } = await requestDocument(cinema, path);
      expect([path, statusCode, headers['content-type']]).toEqual([path, status, 'text/html; charset=utf-8']);
      expect(payload).toMatch(/^<!doctype html>\s*<html/i);
      const document = new DOMParser().parseFromString(payload, 'text/html');
      expect([path, heading(document), links(document)]).toEqual([path, name, to]);
      expect(document.querySelectorAll('title')).toHaveLength(1);
    }
  });

  test.each([
    ['a server that renders pages', {}],
    ['a server that renders none', { inAll: 0 }],
  ])('%s redirects a link that a mail program or a person has rewritten', async (_, renderLimits) => {
    const movies = [theKid, { ...nosferatu, title: 'Romeo + Juliet' }];
    const { app } = await open(withDocuments({ movies, renderLimits }));
    for (const [url, to] of [
      ['/movie/the+kid', KID],
      ['/Movie/THE%2520KID/?source=mail', `${KID}?source=mail`],
      ['/ID/movie/the%20kid', '/id/movie/the%20kid'],
      ['/id/movie/the%20kid', `/id${KID}`],
      ['/movie/The%20Kid?date=05+Mar&amp;time=20.35', KID_TONIGHT],
      ['/movie/the+kid?date=05%2520Mar%26time%3D20.35', KID_TONIGHT],
      ['/movie/nobody', undefined],
      ['/movie/%2F%2Fevil.example', undefined],
      ['/movie/Romeo%20%2B%20Juliet', undefined],
      ['/movie/romeo++juliet', '/movie/Romeo%20%2B%20Juliet'],
      [KID_TONIGHT, undefined],
    ] as const) {
      const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
      expect([url, statusCode >= 300 && statusCode < 400, headers.location]).toEqual([url, to !== undefined, to]);
    }
  });

  test.each(['/', KID_TONIGHT])('rendering %s leaves no machine or timer running', async (path) => {
    const cinema = await open(withDocuments());
    const fetch = fetchInProcess(cinema.app);
    const started = vi.spyOn(Actor.prototype, 'start');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { page } = await renderFromSource(
      { url: new URL(ORIGIN + path), fetch, now: cinema.clock.now, zone: cinema.zone },
      300,
    );
    const actors = started.mock.contexts.filter((each) => each instanceof Actor);
    const running = actors.filter((actor) => actor.getSnapshot().status === 'active').map(({ id }) => id);
    expect(page).toContain('The Kid');
    expect(actors.length).toBeGreaterThan(5);
    expect({ running, timers: vi.getTimerCount() }).toEqual({ running: [], timers: 0 });
  });

  test('a showtime that is over or not on offer shows no seats', async () => {
    const cinema = await open(withDocuments({ now: Date.parse('2026-03-05T21:00:00+07:00') }));
    for (const path of [KID_TONIGHT, `${KID}?date=31+Feb&time=20.35`, `${KID}?date=06+Mar&time=03.00`]) {
      const document = await readDocument(cinema, path);
      expect([heading(document), document.querySelectorAll('[data-seat]').length]).toEqual(['The Kid 1921', 0]);
    }
  });

  test('personal pages and halls have the same document with any token or cookie', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const cinema = await open(withDocuments());
    const person = await addPerson(cinema, { balance: 123_000 });
    await buy(cinema, person);
    for (const path of [...PERSONAL, KID_TONIGHT]) {
      const strange = await requestDocument(cinema, path);
      const own = await requestDocument(cinema, `${path}${path.includes('?') ? '&' : '?'}again`, {
        authorization: `Bearer ${person.token}`,
        cookie: `token=${person.token}; nobar-now.token=${person.token}`,
        'x-token': person.token,
      });
      expect([path, own.statusCode, own.payload]).toEqual([path, 200, strange.payload]);
      for (const secret of [person.token, person.id, 'A Person', '88.000', '88000'])
        expect(own.payload).not.toContain(secret);
    }
  });

  test('robots.txt excludes every personal page in every language', async () => {
    const robots = (await requestDocument(await open(), '/robots.txt')).payload.split('\n');
    const excluded = robots.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
    const personal = LANGUAGES.flatMap((language) => PERSONAL.map((path) => localPath(language, path)));
    const lacking = personal.filter((address) => !excluded.some((path) => address.startsWith(path)));
    expect(lacking.map((address) => `src/server/http/wellKnownFiles.ts does not exclude ${address}`)).toEqual([]);
  });

  test('personal pages have their heading and a skeleton', async () => {
    const cinema = await open(withDocuments());
    for (const path of PERSONAL) {
      const document = await readDocument(cinema, path);
      expect([path, heading(document)]).toEqual([path, document.title.replace(' · Nobar Now', '')]);
      expect(main(document)).not.toMatch(/sign in|no tickets|balance/i);
      expect(document.querySelector('header')?.textContent).not.toMatch(/sign in/i);
    }
  });
});

describeOnSqlite('the first document: the catalogue cannot be read', ({ open }) => {
  test('pages with films have the status 503 and a Retry, other pages are unchanged', async () => {
    const cinema = await open({ ...withDocuments(), spoilsBooks: true });
    await cinema.db.schema.alterTable('movies').renameTo('elsewhere').execute();
    for (const path of ['/', '/movies', KID, KID_TONIGHT]) {
      expect((await requestDocument(cinema, path)).statusCode).toBe(503);
      const document = await readDocument(cinema, path);
      expect(document.querySelector('main [role=alert]')?.textContent).toMatch(/could not be loaded.*Retry$/);
    }
    for (const path of ['/about', '/my-tickets', '/index.html'])
      expect((await requestDocument(cinema, path)).statusCode).toBe(200);
    expect((await requestDocument(cinema, '/no/such')).statusCode).toBe(404);
  });
});

describeOnSqlite('the first document: previews for chats and search engines', ({ open }) => {
  test('a film has its title with the year, description, poster and the URL without the showtime', async () => {
    const document = await readDocument(await open(withDocuments()), KID_TONIGHT);
    expect(document.title).toBe('The Kid (1921) · Nobar Now');
    const image = ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'];
    const names = ['description', 'og:title', 'og:description', 'og:url', ...image, 'og:type'];
    expect(names.map((name) => metaOf(document, name))).toEqual([
      theKid.description,
      'The Kid (1921)',
      theKid.description,
      ORIGIN + KID,
      `${ORIGIN}/posters/the-kid.png`,
      '800',
      '1200',
      'Poster of The Kid',
      'video.movie',
    ]);
  });

  test('a poster that has no PNG of the build beside it is shown as it is', async () => {
    const posters = ['https://images.example/the-kid.svg', '/images/the-kid.svg', '/posters/the-kid.jpg'];
    const movies = posters.map((poster_url, id) =>
      Object.assign({}, theKid, { id: id + 1, title: `Film ${id}`, poster_url }),
    );
    const cinema = await open(withDocuments({ movies }));
    for (const { title, poster_url } of movies) {
      const document = await readDocument(cinema, `/movie/${encodeURIComponent(title)}`);
      expect(metaOf(document, 'og:image')).toBe(new URL(poster_url, ORIGIN).href);
      expect(metaOf(document, 'og:image:width')).toBeUndefined();
    }
  });

  test('an invitation has its own title, and marks the seats of the friends', async () => {
    const cinema = await open(withDocuments());
    await buy(cinema, await addPerson(cinema, { balance: 100_000 }), { seatNumbers: [63, 64] });
    const document = await readDocument(cinema, `${KID_TONIGHT}&beside=63,64`);
    const title = 'Watch The Kid with friends, Thu 05 Mar, 20.35 WIB';
    expect([document.title, metaOf(document, 'og:title')]).toEqual([`${title} · Nobar Now`, title]);
    expect(main(document)).toContain('Your friends sit in row H, seats 63 and 64');
    expect(seatLabel(document, 63)).toBe(`${seatName(63)}, your friends`);
  });

  test('a link to shared seats has its own title without the code, and a wrong code changes nothing', async () => {
    const cinema = await open(withDocuments());
    const { shareCode } = await share(cinema, await addPerson(cinema, { balance: 100_000 }), [40, 41]);
    const document = await readDocument(cinema, `${KID_TONIGHT}&together=${shareCode}`);
    const title = 'Seats kept for you: The Kid, Thu 05 Mar, 20.35 WIB';
    expect([document.title, metaOf(document, 'og:title')]).toEqual([`${title} · Nobar Now`, title]);
    expect(metaOf(document, 'og:url')).toBe(ORIGIN + KID);
    expect(seatLabel(document, 40)).toBe(`${seatName(40)}, kept for you and your friends`);

    const wrong = shareCode.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a'));
    const plain = await readDocument(cinema, `${KID_TONIGHT}&together=${wrong}`);
    expect(metaOf(plain, 'og:title')).toBe('The Kid (1921)');
    expect(seatLabel(plain, 40)).toBe(`${seatName(40)}, held`);
  });

  test('a public page has its addresses in every language', async () => {
    const cinema = await open(withDocuments());
    const alternatesOf = async (path: string) =>
      Array.from((await readDocument(cinema, path)).querySelectorAll('link[rel=alternate]'), (link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]);
    expect(await alternatesOf(KID_TONIGHT)).toEqual([
      ...LANGUAGES.map((language) => [language, ORIGIN + localPath(language, KID)]),
      ['x-default', ORIGIN + KID],
    ]);
    expect(await alternatesOf('/')).toContainEqual(['id', `${ORIGIN}/id`]);
    for (const path of ['/my-tickets', '/no/such', '/movie/Metropolis']) expect(await alternatesOf(path)).toEqual([]);
    expect(metaOf(await readDocument(cinema, '/about'), 'og:locale')).toBe('en_US');
  });

  test('other pages describe the product', async () => {
    const document = await readDocument(await open(withDocuments()), '/movies?search=kid');
    expect(metaOf(document, 'description')).toMatch(/^Browse the films/);
    expect(['og:image', 'og:image:width', 'og:image:alt'].map((name) => metaOf(document, name))).toEqual([
      `${ORIGIN}/icons/512.png`,
      '512',
      'Nobar Now',
    ]);
    expect(document.head.querySelector('script[type="application/ld+json"]')).toBeNull();
  });

  test('a page has one canonical URL, whatever host or header the request has', async () => {
    const cinema = await open(withDocuments());
    for (const [typed, path] of [
      ['/MOVIES?search=kid', '/movies'],
      ['/Movie/%54he%20Kid/?date=05+Mar', KID],
      [KID_TONIGHT, KID],
    ] as const) {
      await requestDocument(cinema, typed, { host: 'evil.example' });
      const document = await readDocument(cinema, typed, { 'x-forwarded-host': 'evil.example' });
      expect([canonicalOf(document), metaOf(document, 'og:url')]).toEqual([ORIGIN + path, ORIGIN + path]);
      expect(document.documentElement.outerHTML).not.toContain('evil');
    }
  });

  test('URLs begin with PUBLIC_ORIGIN if it is set, whatever Host the request has', async () => {
    const publicOrigin = 'https://nobar.example';
    const document = await readDocument(await open(withDocuments({ publicOrigin })), KID, { host: 'evil.example' });
    expect([canonicalOf(document), metaOf(document, 'og:image')]).toEqual([
      publicOrigin + KID,
      `${publicOrigin}/posters/the-kid.png`,
    ]);
    expect(factsOf(document).films).toMatchObject([{ url: publicOrigin + KID }]);
    expect(document.documentElement.outerHTML).not.toContain('evil');
  });

  test('a film lists only showtimes on offer, each with its start, place, price in rupiah and URL', async () => {
    const cinema = await open(withDocuments({ now: Date.parse('2026-03-05T18:00:00+07:00') }));
    const { films, screenings } = factsOf(await readDocument(cinema, KID));
    expect(films).toMatchObject([{ name: 'The Kid', dateCreated: '1921-01-21', url: ORIGIN + KID }]);
    expect(screenings).toHaveLength(1 + 4 * SHOWTIMES.length);
    expect(screenings[0]).toMatchObject({
      '@type': 'ScreeningEvent',
      startDate: '2026-03-05T13:35:00.000Z',
      location: { '@type': 'MovieTheater', name: 'Nobar Now', address: { addressCountry: 'ID' } },
      offers: { price: 35_000, priceCurrency: 'IDR', url: ORIGIN + KID_TONIGHT },
    });
  });
});

describeOnSqlite('reliability 28: markup in a film is text in its document', ({ open }) => {
  const nasty = {
    ...theKid,
    title: `</script><!--\u2028<script>'"&amp;$&$\``,
    description: `<!--page--><!--snapshot--></title><script>alert('1')</script>$' "quoted" \u2028\u2029 &lt; <!--/head--> -->`,
  };

  test('on Home, among the films and on its own page', async () => {
    const cinema = await open(withDocuments({ movies: [nasty, nosferatu] }));
    const plain = await readDocument(cinema, '/index.html');
    const own = await readDocument(cinema, `/movie/${encodeURIComponent(nasty.title)}?date=05+Mar&time=20.35`);
    const movies = { snapshot: { context: { movies: [nasty, nosferatu] } } };
    for (const document of [await readDocument(cinema, '/'), await readDocument(cinema, '/movies'), own]) {
      expect(scriptsOf(document)).toEqual(scriptsOf(plain));
      expect(main(document)).toContain(nasty.title);
      expect(snapshotOf(document)).toMatchObject({ app: { children: { movies } } });
    }
    expect(own.querySelector('title')?.textContent).toBe(`${nasty.title} (1921) · Nobar Now`);
    expect([metaOf(own, 'og:title'), metaOf(own, 'description')]).toEqual([`${nasty.title} (1921)`, nasty.description]);
    expect(main(own)).toContain(nasty.description);
    expect(factsOf(own).films).toMatchObject([{ name: nasty.title, description: nasty.description }]);
    expect(snapshotOf(own)).toMatchObject({
      app: { children: { page: { snapshot: { context: { movie: nasty } } } } },
    });
  });

  test('markup in a URL, too', async () => {
    const cinema = await open(withDocuments());
    const text = `"><script>alert(1)</script><!--snapshot-->`;
    const document = await readDocument(cinema, `/movies?search=${encodeURIComponent(text)}`);
    expect(document.querySelector('input')?.getAttribute('value')).toBe(text);
    expect(document.querySelectorAll('main script')).toHaveLength(0);
    const missing = await readDocument(cinema, `/nowhere/${text}`, {});
    expect(canonicalOf(missing)).toBeUndefined();
    expect(missing.querySelectorAll('#snapshot')).toHaveLength(1);
  });
});

describeOnSqlite('the first document: failures', ({ open }) => {
  test('a view that throws is logged with its route but not its path, and the server sends the shell with 200', async () => {
    const { lines, logger } = takeLog('error');
    const mockResponses = [breakDown];
    const cinema = await open(
      withDocuments({ render: (...requested) => (mockResponses.shift() ?? renderFromSource)(...requested), logger }),
    );
    const answer = await requestDocument(cinema, KID_TONIGHT);
    expect([answer.statusCode, answer.payload]).toEqual([200, (await requestDocument(cinema, '/index.html')).payload]);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { page: PATHS.movie, err: { message: 'The projector has broken' } },
    ]);
    expect(lines.join()).not.toContain(KID);
    expect(hasSnapshot(await readDocument(cinema, KID_TONIGHT))).toBe(true);
  });

  test('a database that does not respond delays the document only until the timeout', async () => {
    const { lines, logger } = takeLog('error');
    const timeouts: number[] = [];
    const cinema = await open(
      withDocuments({
        logger,
        render: (request, timeout) => {
          timeouts.push(timeout);
          return renderDocument({ ...request, fetch: () => new Promise(() => undefined) }, timeout);
        },
      }),
    );
    const requested = await Promise.all([readDocument(cinema, '/'), readDocument(cinema, KID_TONIGHT)]);
    expect(requested.map(hasSnapshot)).toEqual([false, false]);
    expect(timeouts).toEqual([300, 300]);
    const logged = lines.map((line) => v.parse(v.object({ page: v.string() }), JSON.parse(line)).page);
    expect(logged.toSorted()).toEqual([PATHS.home, PATHS.movie]);
  });
});

/** Requests different documents and counts the rendered ones. */
async function countRendered(cinema: Cinema, count: number, remoteAddress: string, searched: string): Promise<number> {
  let rendered = 0;
  for (let index = 0; index < count; index += 1) {
    const document = await readDocument(cinema, `/movies?search=${searched}${index}`, {}, remoteAddress);
    expect(document.querySelector('#root')).not.toBeNull();
    if (hasSnapshot(document)) rendered += 1;
  }
  return rendered;
}

describeOnSqlite('the first document: limits of rendering', ({ open }) => {
  test('reliability 39: requests beyond the limit per address or in total get the shell', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    // The clock is stopped, so a cached document stays cached on a slow machine.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const { lines, logger } = takeLog('error');
    const cinema = await open(withDocuments({ logger, renderLimits: { inAll: 5, ofOneAddress: 3 } }));
    expect(await countRendered(cinema, 20, '2001:db8:1:2:1::1', 'a')).toBe(3);
    expect(await countRendered(cinema, 2, '2001:db8:1:2:2::1', 'b'), 'the same customer').toBe(0);
    expect(await countRendered(cinema, 4, '2001:db8:1:3::1', 'c'), 'a neighbour').toBe(2);
    expect(await countRendered(cinema, 1, '2001:db8:1:2:1::1', 'a'), 'a document that is cached').toBe(1);
    vi.advanceTimersByTime(100);
    expect(await countRendered(cinema, 2, '192.0.2.2', 'd')).toBe(2);
    vi.advanceTimersByTime(2000);
    expect([await countRendered(cinema, 2, '2001:db8:1:2:1::1', 'e'), lines]).toEqual([2, []]);
  });

  test('reliability 71: beyond the limits an address without a page gets a 404 that is not the shell', async () => {
    stopClock();
    const cinema = await open(withDocuments({ renderLimits: { inAll: 0, ofOneAddress: 0 } }));
    for (const path of ['/movie/xyz', '/.env', '/no/such/page', '/movie']) {
      const answer = await requestDocument(cinema, path);
      expect([path, answer.statusCode, answer.payload.includes('<script')]).toEqual([path, 404, false]);
      expect(answer.payload).toContain('<h1>Page not found</h1>');
    }
    for (const path of ['/', '/MOVIES/', '/movie/The%20Kid', '/movie/Nosferatu', '/my-tickets/x']) {
      const answer = await requestDocument(cinema, path);
      expect([path, answer.statusCode, answer.payload.includes('<script')]).toEqual([path, 200, true]);
    }
  });
});

describeOnSqlite('the first document: the cache', ({ open }) => {
  /** Opens a server with a stopped clock that lists the URLs that it rendered. */
  async function openCounted() {
    stopClock();
    const rendered: string[] = [];
    const cinema = await open(
      withDocuments({
        render: (request, timeout) => {
          rendered.push(request.url.href);
          return renderFromSource(request, timeout);
        },
      }),
    );
    return { cinema, rendered };
  }

  test('keeps a document for a second by path, query and origin, and ignores other parameters and values', async () => {
    const { cinema, rendered } = await openCounted();
    const request = (url: string, host = 'cinema.example') => requestDocument(cinema, url, { host });
    const [first, second] = await Promise.all([request('/'), request('/')]);
    expect(second.payload).toBe(first.payload);
    vi.advanceTimersByTime(999);
    expect((await request('/')).payload).toBe(first.payload);
    for (const url of [
      '/?utm_source=2',
      '/?beside=65',
      '/?together=no-code',
      '/movies',
      '/movies?search=kid',
      '/movies?a=1',
    ]) {
      await request(url);
    }
    await request('/', 'other.example');
    vi.advanceTimersByTime(2);
    await request('/');
    const paths = ['/', '/movies', '/movies?search=kid'].map((path) => ORIGIN + path);
    expect(rendered).toEqual([...paths, 'http://other.example/', `${ORIGIN}/`]);
  });

  test('a Host that is not a valid name is refused', async () => {
    const { cinema } = await openCounted();
    for (const host of ['a@b', 'user:password@cinema.example', 'evil.example/movie', 'cinema.example?x', 'a b']) {
      const { statusCode, headers, payload } = await requestDocument(cinema, KID, { host });
      expect([host, statusCode, headers['content-type']]).toEqual([host, 400, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(payload).not.toContain(host);
    }
  });

  test('a POST to a page gets a page, and a POST to the API gets a problem', async () => {
    const { cinema } = await openCounted();
    const send = (accept: string) => cinema.app.inject({ method: 'POST', url: KID, headers: { accept } });
    const [page, problem] = [await send('text/html,*/*;q=0.8'), await send('application/json')];
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect([problem.statusCode, problem.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  test('an unchanged document gets a 304, and HEAD sends no body', async () => {
    const { cinema } = await openCounted();
    const answer = await requestDocument(cinema, KID);
    const etag = String(answer.headers.etag);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    const again = await requestDocument(cinema, KID, { 'if-none-match': etag });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    expect(renewalHeaders(again.headers)).toEqual(renewalHeaders(answer.headers));
    expect((await requestDocument(cinema, '/', { 'if-none-match': etag })).statusCode).toBe(200);
    const head = (url: string) => cinema.app.inject({ method: 'HEAD', url, headers: { host: 'cinema.example' } });
    expect(await head(KID)).toMatchObject({ statusCode: 200, payload: '', headers: { etag } });
    expect((await head('/no/such')).statusCode).toBe(404);
  });
});

describeOnSqlite('reliability 61: which documents a browser may show again, and until when', ({ open }) => {
  const HOUR = 3_600_000;
  const now = Date.parse('2026-03-05T09:00:00+07:00');
  const expiresAt = async (cinema: Cinema, path: string) => {
    const { expires } = (await requestDocument(cinema, path)).headers;
    return expires === undefined ? undefined : (Date.parse(expires) - now) / HOUR;
  };

  test('public pages for 36 hours, a film until midnight, personal and missing pages never', async () => {
    const cinema = await open(withDocuments({ now }));
    for (const path of ['/', '/movies', '/about']) expect([path, await expiresAt(cinema, path)]).toEqual([path, 36]);
    for (const path of [KID, KID_TONIGHT]) expect([path, await expiresAt(cinema, path)]).toEqual([path, 15]);
    for (const path of [...PERSONAL, '/no/such', '/movie/Metropolis', '/index.html'])
      expect([path, await expiresAt(cinema, path)]).toEqual([path, undefined]);
  });

  test('an error never, nor seats that could not be read', async () => {
    const cinema = await open({ ...withDocuments({ now }), spoilsBooks: true });
    await cinema.db.schema.alterTable('taken_seats').renameTo('elsewhere').execute();
    expect(await expiresAt(cinema, KID_TONIGHT)).toBe(0);
    await cinema.db.schema.alterTable('movies').renameTo('nowhere').execute();
    for (const path of ['/', '/movies', KID]) expect(await expiresAt(cinema, `${path}?again`)).toBeUndefined();
  });
});

describeOnSqlite('the first document: compression', ({ open }) => {
  test('a client gets Brotli if it accepts it, else gzip if it accepts that, else plain text', async () => {
    stopClock();
    const cinema = await open(withDocuments());
    const plain = await requestDocument(cinema, KID_TONIGHT);
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
      ['gzip;q=0.8, br;q=0.05', 'br', brotliDecompressSync],
      ['gzip;q=0.8', 'gzip', gunzipSync],
      ['gzip;q=0, br;q=0.0', undefined, String],
      ['identity', undefined, String],
      ['', undefined, String],
    ] as const) {
      const answer = await requestDocument(cinema, KID_TONIGHT, { 'accept-encoding': accepted });
      expect(answer.headers).toMatchObject({ vary: 'accept-encoding', etag: plain.headers.etag });
      expect([accepted, answer.headers['content-encoding']]).toEqual([accepted, encoding]);
      expect(String(unpack(answer.rawPayload))).toBe(plain.payload);
    }
  });
});

describeOnAnyEngine('the first document: sold seats', ({ open }) => {
  test('the next document shows a sold seat, although the cached one is still fresh', async () => {
    // The cache does not age. A fake clock of Vitest would advance while the test waits.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const cinema = await open(withDocuments());
    const ana = await addPerson(cinema, { balance: 500_000 });
    expect(soldSeats(await readDocument(cinema, KID_TONIGHT))).toEqual([]);
    await buy(cinema, ana, { seatNumbers: [20] });
    await vi.waitFor(async () => expect(soldSeats(await readDocument(cinema, KID_TONIGHT))).toEqual([20]), 10_000);
  });

  test('a document that is rendered while a seat is sold is sent only for requests from before the sale', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const gate = Promise.withResolvers<void>();
    let rendered = 0;
    const cinema = await open(
      withDocuments({
        render: async (request, timeout) => {
          rendered += 1;
          const document = await renderFromSource(request, timeout);
          if (rendered === 1) await gate.promise;
          return document;
        },
      }),
    );
    const ana = await addPerson(cinema, { balance: 500_000 });
    const before = readDocument(cinema, KID_TONIGHT);
    await vi.waitUntil(() => rendered === 1);
    await buy(cinema, ana, { seatNumbers: [20] });
    expect(soldSeats(await readDocument(cinema, KID_TONIGHT))).toEqual([20]);
    gate.resolve();
    expect(hasSnapshot(await before)).toBe(true);
    expect(soldSeats(await readDocument(cinema, KID_TONIGHT))).toEqual([20]);
  });
});

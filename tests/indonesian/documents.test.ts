// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { documentMessages } from '../../src/messages/documents.ts';
import { describeOnSqlite } from '../server/onBothEngines.ts';
import { readDocument, requestDocument, withDocuments } from '../server/openDocuments.ts';

const KID = '/id/movie/The%20Kid';
const KID_TONIGHT = `${KID}?date=05+Mar&time=20.35`;
const ORIGIN = 'http://cinema.example';

/** Addresses, and the status of their documents. */
const DOCUMENTS = [
  ['/id', 200],
  ['/id/', 200],
  ['/id/movies', 200],
  ['/id/movies?search=KID', 200],
  ['/id/about', 200],
  [KID_TONIGHT, 200],
  ['/id/my-tickets', 200],
  ['/id/movie/Metropolis', 404],
  ['/id/unknown', 404],
  ['/id/id', 404],
  ['/id//cinema.example/', 404],
  ['/id/movie/100%', 404],
] as const;

const linksOf = (document: Document) =>
  Array.from(document.body.querySelectorAll('a[href^="/"]:not([hreflang])'), (link) => link.getAttribute('href') ?? '');
const hrefOf = (document: Document, selector: string) => document.head.querySelector(selector)?.getAttribute('href');

describeOnSqlite('the pages under /id', ({ open }) => {
  test('every document has its status, is in Indonesian, and links to pages under /id', async () => {
    const cinema = await open(withDocuments());
    for (const [path, status] of DOCUMENTS) {
      const { statusCode, payload } = await requestDocument(cinema, path);
      const document = new DOMParser().parseFromString(payload, 'text/html');
      const links = linksOf(document);
      expect([path, statusCode, document.documentElement.lang]).toEqual([path, status, 'id']);
      expect(links, path).toEqual(expect.arrayContaining(['/id', '/id/movies']));
      expect(
        links.filter((link) => !/^\/id(?:[/?]|$)/.test(link)),
        path,
      ).toEqual([]);
      const others = Array.from(document.body.querySelectorAll('a[hreflang]'), (link) => link.getAttribute('hreflang'));
      expect(others, path).toEqual(LANGUAGES.filter((language) => language !== 'id'));
    }
  });

  test('a film has its own addresses, and those of its screenings, under /id', async () => {
    const document = await readDocument(await open(withDocuments()), KID_TONIGHT);
    expect(hrefOf(document, 'link[rel=canonical]')).toBe(ORIGIN + KID);
    expect(hrefOf(document, 'link[hreflang=en]')).toBe(`${ORIGIN}/movie/The%20Kid`);
    expect(hrefOf(document, 'link[hreflang=id]')).toBe(ORIGIN + KID);
    expect(document.head.querySelector('meta[property="og:locale"]')?.getAttribute('content')).toBe('id_ID');
    const facts = document.head.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    const urls = [...facts.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url);
    expect(urls.length).toBeGreaterThan(1);
    expect(urls.filter((url) => !url.startsWith(ORIGIN + KID))).toEqual([]);
  });

  test.each([
    ['/id', '/'],
    ['/id/movies?search=KID', '/movies?search=KID'],
    ['/id//evil.example/movies', '/evil.example/movies'],
  ])('%s links to the English page %s', async (path, english) => {
    const document = await readDocument(await open(withDocuments()), path);
    const link = document.querySelector('footer a[hreflang=en]');
    expect([link?.textContent, link?.getAttribute('lang'), link?.getAttribute('href')]).toEqual([
      'English',
      'en',
      english,
    ]);
  });

  test('Home has one canonical address, with or without a slash', async () => {
    const cinema = await open(withDocuments());
    for (const path of ['/id', '/id/'])
      expect(hrefOf(await readDocument(cinema, path), 'link[rel=canonical]')).toBe(`${ORIGIN}/id`);
  });

  test.each([
    ['/id/movies', 'id'],
    ['/movies', 'en'],
  ])('a refused request for %s gets a document in the language %s', async (url, language) => {
    const cinema = await open(withDocuments());
    const wrongHost = await requestDocument(cinema, url, { host: 'a b' });
    const wrongMethod = await cinema.app.inject({ method: 'POST', url, headers: { accept: 'text/html' } });
    expect([wrongHost.statusCode, wrongMethod.statusCode]).toEqual([400, 404]);
    for (const { payload } of [wrongHost, wrongMethod]) expect(payload).toContain(`<html lang="${language}"`);
  });

  test('under load, an unknown address gets a 404 document in Indonesian', async () => {
    const cinema = await open(withDocuments({ renderLimits: { inAll: 0 } }));
    const { notFound, seeTheMovies } = documentMessages.id;
    for (const path of ['/id/unknown', '/id/movie/Metropolis']) {
      const answer = await requestDocument(cinema, path);
      expect([answer.statusCode, answer.payload]).toEqual([404, expect.stringContaining('<html lang="id">')]);
      expect(answer.payload).toContain(`<h1>${notFound}</h1>`);
      expect(answer.payload).toContain(`<a href="/id/movies">${seeTheMovies}</a>`);
    }
    expect((await requestDocument(cinema, KID)).statusCode).toBe(200);
  });
});

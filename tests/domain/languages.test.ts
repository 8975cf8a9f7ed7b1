import { describe, expect, test } from 'vitest';
import {
  alternatesOf,
  basePath,
  forLanguages,
  languageAt,
  localPath,
  pathWithin,
  preferredLanguage,
  serviceWorkerPath,
} from '#domain/languages.ts';

describe('the language of a page is the first part of its path', () => {
  test.each([
    ['/', 'en', '/'],
    ['/movies', 'en', '/movies'],
    ['/en/movies', 'en', '/en/movies'],
    ['/identity', 'en', '/identity'],
    ['/movies/id', 'en', '/movies/id'],
    ['//id', 'en', '//id'],
    ['', 'en', '/'],
    ['/id', 'id', '/'],
    ['/id/', 'id', '/'],
    ['/id/movies', 'id', '/movies'],
    ['/id/id', 'id', '/id'],
    ['/ID/movies', 'id', '/movies'],
    ['/id//cinema.example', 'id', '//cinema.example'],
  ] as const)('%s is in %s, and is its page %s', (path, language, within) => {
    expect([languageAt(path), pathWithin(path)]).toEqual([language, within]);
  });

  test('a query does not hide the language', () => {
    expect(['/id?date=05+Mar', '/?id', '/movies?/id'].map(languageAt)).toEqual(['id', 'en', 'en']);
  });

  test('each page has an address in every language, and that of the first language for all other users', () => {
    expect([localPath('en', '/'), localPath('id', '/'), localPath('id', '/movies')]).toEqual([
      '/',
      '/id',
      '/id/movies',
    ]);
    expect(alternatesOf('/movies')).toEqual([
      { hreflang: 'en', path: '/movies' },
      { hreflang: 'id', path: '/id/movies' },
      { hreflang: 'x-default', path: '/movies' },
    ]);
  });

  test('each language has its own prefix and service worker', () => {
    expect([basePath('en'), basePath('id')]).toEqual(['', '/id']);
    expect([serviceWorkerPath('en'), serviceWorkerPath('id')]).toEqual(['/service-worker.js', '/service-worker-id.js']);
  });
});

test('a value is made for each language', async () => {
  expect(await forLanguages(async (language) => `made for ${language}`)).toEqual({
    en: 'made for en',
    id: 'made for id',
  });
});

describe('the language that a browser prefers', () => {
  test.each([
    [['id-ID', 'en'], 'id'],
    [['ID'], 'id'],
    [['in-ID', 'en'], 'id'],
    [['in'], 'id'],
    [['jv-ID', 'en'], 'id'],
    [['su', 'en'], 'id'],
    [['ms', 'nl', 'en-GB', 'id'], 'en'],
    [['fr'], undefined],
    [['idx', 'eng'], undefined],
    [[], undefined],
  ] as const)('of %j is the first one that the product has: %s', (languages, language) => {
    expect(preferredLanguage({ languages })).toBe(language);
  });

  test.each([
    [{ languages: [], language: 'id-ID' }, 'id'],
    [{ languages: undefined, language: 'in' }, 'id'],
    [{}, undefined],
  ])('without a list, as %j, is its only language: %s', (browser, language) => {
    expect(preferredLanguage(browser)).toBe(language);
  });
});

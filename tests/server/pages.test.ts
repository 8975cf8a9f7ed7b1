import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { basePath, doorWorkerPath, LANGUAGES, localPath, serviceWorkerPath } from '#domain/languages.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import type { CinemaOptions } from './openCinema.ts';
import { renewalHeaders } from './renewalHeaders.ts';
import { testFolder } from './testFolder.ts';

const INLINE = `document.documentElement.dataset.theme = 'dark';`;
const STYLE = 'body { margin: 0 }';
const HTML = `<!doctype html><html><head>
<meta name="cinema-time-zone" content="__CINEMA_TIME_ZONE__">
<script>${INLINE}</script><style>${STYLE}</style><script type="module" src="/assets/main-abc.js"></script>
</head><body>${'<p>Nobar Now</p>'.repeat(100)}</body></html>`;
const INDONESIAN_INLINE = `document.title = 'Nobar';`;
const INDONESIAN = HTML.replace('<html>', '<html lang="id">').replace(INLINE, INDONESIAN_INLINE);
const DOOR_INLINE = `document.title = 'Door';`;
const DOOR = HTML.replace(INLINE, DOOR_INLINE);
const SCRIPT = `console.log('hello');`.repeat(50);

/** A copy of the build's output folder, next to a secret file that the server must not serve. */
function pagesFolder(html = HTML, manifest = {}, indonesian = html): string {
  const folder = testFolder();
  const pagesDirectory = join(folder, 'dist');
  for (const each of ['assets', 'posters']) mkdirSync(join(pagesDirectory, each), { recursive: true });
  for (const language of LANGUAGES) {
    const base = join(pagesDirectory, basePath(language));
    mkdirSync(join(base, '.vite'), { recursive: true });
    writeFileSync(join(base, '.vite', 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(base, 'index.html'), language === 'id' ? indonesian : html);
    mkdirSync(join(base, 'door'));
    writeFileSync(join(base, 'door', 'index.html'), DOOR);
  }
  writeFileSync(join(pagesDirectory, 'index.html.br'), brotliCompressSync(html));
  writeFileSync(join(pagesDirectory, 'assets', 'main-abc.js'), SCRIPT);
  writeFileSync(join(pagesDirectory, 'assets', 'main-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(pagesDirectory, 'assets', 'main-abc.js.map'), '{}');
  writeFileSync(join(pagesDirectory, 'posters', 'the-kid.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const worker of LANGUAGES.flatMap((each) => [serviceWorkerPath(each), doorWorkerPath(each)]))
    for (const end of ['', '.br', '.gz']) writeFileSync(join(pagesDirectory, worker + end), SCRIPT);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  return pagesDirectory;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describeOnSqlite('section 2, Routes: the pages', ({ open }) => {
  const openPages = async (options: CinemaOptions = {}) => {
    const { app } = await open({ now: 0, zone: 'Pacific/Honolulu', pagesDirectory: pagesFolder(), ...options });
    return (url: string, headers: Record<string, string> = { accept: 'text/html' }) => app.inject({ url, headers });
  };

  test.each([
    '/',
    '/index.html',
    '/movies',
    '/movie/Face%2FOff?date=05%20Mar',
    '/movie/Safety%20Last!',
    '/my-tickets',
    '/no/such',
  ])('%s gets index.html with the cinema\u2019s time zone when no server views were built', async (url) => {
    const get = await openPages();
    for (const accept of ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', '*/*']) {
      const answer = await get(url, { accept });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.payload).toBe(HTML.replace('__CINEMA_TIME_ZONE__', 'Pacific/Honolulu'));
    }
  });

  test.each(['/id', '/id/', '/id/index.html', '/id/movies?search=kid', '/id/no/such', '/id/id', '/id/api/movies'])(
    '%s gets the Indonesian document',
    async (url) => {
      const answer = await (await openPages({ pagesDirectory: pagesFolder(HTML, {}, INDONESIAN) }))(url);
      expect([answer.statusCode, answer.payload]).toEqual([
        200,
        INDONESIAN.replace('__CINEMA_TIME_ZONE__', 'Pacific/Honolulu'),
      ]);
    },
  );

  test.each(['/identity', '/en', '/movies/id', '/%69d', '//id'])('%s gets the English document', async (url) => {
    const answer = await (await openPages({ pagesDirectory: pagesFolder(HTML, {}, INDONESIAN) }))(url);
    expect(answer.payload).toBe(HTML.replace('__CINEMA_TIME_ZONE__', 'Pacific/Honolulu'));
  });

  test.each([
    ['/ID', '/id'],
    ['/Id/Movie/The%20Kid?date=05+Mar', '/id/Movie/The%20Kid?date=05+Mar'],
    ['/iD//cinema.example', '/id//cinema.example'],
  ])('%s is redirected to %s, which the service worker controls', async (url, to) => {
    const { statusCode, headers } = await (await openPages())(url);
    expect([statusCode, headers.location]).toEqual([308, to]);
  });

  test.each(['/id/.vite/manifest.json', '/.vite/manifest.json'])('%s is not public', async (url) => {
    expect((await (await openPages())(url)).payload).toMatch(/^<!doctype html>/);
  });

  test('a document that the browser renders preloads the scripts that its views and the entry import, each once', async () => {
    const manifest = {
      'index.html': { file: 'assets/main-abc.js', name: 'main', imports: ['_state.js'] },
      'views.tsx': { file: 'assets/views-def.js', name: 'views', imports: ['_state.js', '_react.js'] },
      '_state.js': { file: 'assets/state-ghi.js' },
      '_react.js': { file: 'assets/react-jkl.js', imports: ['_state.js'] },
    };
    const get = await openPages({ pagesDirectory: pagesFolder(HTML, manifest) });
    const links = ['state-ghi', 'views-def', 'react-jkl'].map(
      (name) => `<link rel="modulepreload" crossorigin href="/assets/${name}.js">`,
    );
    expect((await get('/')).payload).toBe(
      HTML.replace('__CINEMA_TIME_ZONE__', 'Pacific/Honolulu').replace('</head>', `${links.join('')}</head>`),
    );
  });

  test.each([
    ['/assets/main-abc.js', 'for a year', 'public, max-age=31536000, immutable', SCRIPT],
    [
      '/posters/the-kid.svg',
      'for a day, then for a week while it is revalidated',
      'public, max-age=86400, stale-while-revalidate=604800',
      '<svg',
    ],
  ])('%s is cacheable %s and gets 304 when it is unchanged', async (url, _howLong, stored, text) => {
    const request = await openPages();
    const answer = await request(url, { accept: '*/*' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, stored]);
    const again = await request(url, { accept: '*/*', 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(renewalHeaders(again.headers)).toEqual(renewalHeaders(answer.headers));
    expect(answer.payload).toContain(text);
  });

  test.each(['/assets/main-abc.js', '/movies', '/api/docs/json'])(
    '%s, which is larger than a packet, is sent compressed to clients that accept it',
    async (url) => {
      const get = await openPages();
      const plain = await get(url);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const compressed = await get(url, { accept: '*/*', 'accept-encoding': 'gzip, br' });
      expect([compressed.statusCode, compressed.headers['content-encoding']]).toEqual([200, 'br']);
      expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(compressed.headers['vary']).toMatch(/accept-encoding/i);
      expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.payload);
    },
  );

  test.each([
    '/assets/main-old.js',
    '/posters/none.svg',
    '/assets/main-abc.js.map',
    '/assets',
    '/api/nothing',
    '/assets/..%2f..%2fsecret.txt',
    '/.well-known/security.txt',
    '/.well-known/',
  ])('reliability 30 and 58: %s gets 404', async (url) => {
    const answer = await (await openPages())(url);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  test.each([
    ['/.well-known/change-password', '/my-info'],
    ['/favicon.ico', '/icons/192.png'],
  ])('%s leads to %s', async (url, to) => {
    const { statusCode, headers } = await (await openPages())(url);
    expect([statusCode, headers.location]).toEqual([302, to]);
  });

  test.each([
    '',
    '*/*;q=0.8',
    'image/webp,*/*',
    'TEXT/HTML',
    'text/*',
    'text/html;charset=utf-8',
    'image/gif, *; q=.2, */*; q=.2',
  ])('a request that accepts %j gets the page', async (accept) => {
    const { statusCode, headers } = await (await openPages())('/movies', { accept });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test.each(['application/json', 'text/html;q=0, */*', '*/*;q=0', 'image/avif,image/webp', ';,=q'])(
    'a request that accepts %j, and so no HTML, gets 404',
    async (accept) => {
      const answer = await (await openPages())('/movies', { accept });
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }]);
    },
  );

  test('reliability 27 and 58: the CSP allows only the product\u2019s own scripts and styles, inline ones by hash', async () => {
    const { headers } = await (await openPages({ pagesDirectory: pagesFolder(HTML, {}, INDONESIAN) }))('/');
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    expect(policy).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", hashOf(INLINE), hashOf(INDONESIAN_INLINE)],
      'style-src': ["'self'", hashOf(STYLE)],
      'style-src-attr': ["'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'https:'],
      'connect-src': ["'self'"],
      'font-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    });
    expect(headers['permissions-policy']).toMatch(/(?:^|, )camera=\(\), .*payment=\(\)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test.each(['/door', '/id/door'])(
    '%s gets the document of the door, which alone may use the camera and is in no search engine',
    async (url) => {
      const get = await openPages();
      const { payload, headers } = await get(url);
      expect(payload).toBe(DOOR.replace('__CINEMA_TIME_ZONE__', 'Pacific/Honolulu'));
      expect(headers['permissions-policy']).toMatch(/^camera=\(self\), .*payment=\(\)/);
      expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashOf(DOOR_INLINE)};`);
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headers['set-cookie']).toBeUndefined();
      const page = await get('/movies');
      expect([page.headers['x-robots-tag'], String(page.headers['content-security-policy'])]).toEqual([
        undefined,
        expect.not.stringContaining(hashOf(DOOR_INLINE)),
      ]);
    },
  );

  test.each([
    ['/door/', '/door'],
    ['/Door?inspect', '/door?inspect'],
    ['/ID/DOOR/', '/id/door'],
  ])('%s is redirected to %s, which the service worker of the door controls', async (url, to) => {
    const get = await openPages();
    const { statusCode, headers } = await get(url);
    const again = await get(String(headers.location));
    expect([statusCode, again.headers.location ?? headers.location]).toEqual([308, to]);
  });

  test('without a built door, /door gets the page for unknown addresses', async () => {
    const pagesDirectory = pagesFolder();
    rmSync(join(pagesDirectory, 'door'), { recursive: true });
    expect((await (await openPages({ pagesDirectory }))('/door')).payload).toContain(INLINE);
  });

  test.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])(
    'reliability 27: the server hashes inline scripts and styles of a document with %s as LF, as browsers do',
    async (_name, lineBreak) => {
      const [script, style] = ['{\n  let theme;\n}\n', '\nbody {\n}\n'];
      const html = `<html>\n<script>${script}</script>\n<style>${style}</style>\n</html>`;
      const get = await openPages({ pagesDirectory: pagesFolder(html.replaceAll('\n', lineBreak)) });
      const { headers, payload } = await get('/');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`script-src 'self' ${hashOf(script)};`);
      expect(policy).toContain(`style-src 'self' ${hashOf(style)};`);
      expect(payload).toBe(html);
    },
  );

  test.each([
    ['/', 'same-origin'],
    ['/movies?inspected=1', 'same-origin'],
    ['/movies?inspect', 'same-origin-allow-popups'],
    ['/movie/Metropolis?date=05%20Mar&inspect', 'same-origin-allow-popups'],
  ])(
    'reliability 27: %s is isolated from other windows, except those that the inspector opens',
    async (url, policy) => {
      const { headers } = await (await openPages())(url);
      expect(headers['cross-origin-opener-policy']).toBe(policy);
    },
  );

  test.each([[['10.0.0.2']], [1]])(
    'reliability 27: behind a proxy (%j) that ends TLS, the server sends Strict-Transport-Security',
    async (trustProxy) => {
      const { headers } = await (await openPages({ trustProxy }))('/');
      expect(headers['strict-transport-security']).toMatch(/^max-age=\d+$/);
    },
  );

  test.each(['br', 'gzip', 'identity'])(
    'reliability 58: browsers revalidate the service workers each time, sent as %s',
    async (encoding) => {
      const get = await openPages();
      for (const worker of LANGUAGES.flatMap((each) => [serviceWorkerPath(each), doorWorkerPath(each)])) {
        const answer = await get(worker, { 'accept-encoding': encoding });
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      }
    },
  );

  test('the sitemap lists each public page in every language, with its addresses in the others', async () => {
    const { app } = await open({ now: 0 });
    const { payload, headers } = await app.inject({ url: '/sitemap.xml', headers: { host: 'cinema.example' } });
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const entries = [...payload.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)].map(([, loc, links = '']) => [
      loc,
      [...links.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => `${language} ${href}`),
    ]);
    const homes = LANGUAGES.map((language) => [language, `http://cinema.example${localPath(language, '/')}`]);
    const links = [...homes, ['x-default', 'http://cinema.example/']].map(([language, href]) => `${language} ${href}`);
    expect(entries.slice(0, LANGUAGES.length)).toEqual(homes.map(([, href]) => [href, links]));
    expect(entries.map(([loc]) => loc)).toContain('http://cinema.example/id/movie/The%20Kid');
    expect((await app.inject({ url: '/robots.txt', headers: { host: 'cinema.example' } })).payload).toContain(
      '\nSitemap: http://cinema.example/sitemap.xml\n',
    );
    const strange = await app.inject({ url: '/sitemap.xml', headers: { host: 'x"><script>' } });
    expect(strange.statusCode).toBe(400);
  });

  test.each([
    [
      '/robots.txt',
      'excludes search engines from API and personal pages',
      'User-agent: *\nDisallow: /api/\nDisallow: /my-tickets\n',
    ],
    [
      '/.well-known/security.txt',
      'has the contact and expiry date that RFC 9116 requires',
      'Contact: mailto:security@cinema.example\nExpires: 1970-04-01T00:00:00.000Z\nPreferred-Languages: en, id\n',
    ],
  ])('reliability 58: %s %s', async (path, _what, text) => {
    const answer = await (await openPages({ securityContact: 'mailto:security@cinema.example' }))(path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.payload).toContain(text);
  });
});

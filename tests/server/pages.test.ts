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

const zoned = (html: string) => html.replace('__CINEMA_TIME_ZONE__', 'Pacific/Honolulu');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describeOnSqlite('section 2, Routes: the pages', ({ open }) => {
  const openPages = async (options: CinemaOptions = {}) => {
    const { app } = await open({ now: 0, zone: 'Pacific/Honolulu', pagesDirectory: pagesFolder(), ...options });
    return (url: string, headers: Record<string, string> = { accept: 'text/html' }) => app.inject({ url, headers });
  };

  test('every page gets index.html of its language with the cinema\u2019s time zone when no server views were built', async () => {
    const get = await openPages({ pagesDirectory: pagesFolder(HTML, {}, INDONESIAN) });
    const english = [
      '/',
      '/index.html',
      '/movie/Face%2FOff?date=05%20Mar',
      '/movie/Safety%20Last!',
      '/my-tickets',
      '/no/such',
    ];
    for (const url of [...english, '/identity', '/en', '/movies/id', '/%69d', '//id'])
      expect([url, (await get(url)).payload]).toEqual([url, zoned(HTML)]);
    for (const url of [
      '/id',
      '/id/',
      '/id/index.html',
      '/id/movies?search=kid',
      '/id/no/such',
      '/id/id',
      '/id/api/movies',
    ])
      expect([url, (await get(url)).payload]).toEqual([url, zoned(INDONESIAN)]);
    for (const url of ['/movies', '/id']) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    }
  });

  test('an address with /ID in capitals is redirected to /id, which the service worker controls', async () => {
    const get = await openPages();
    for (const [url, to] of [
      ['/ID', '/id'],
      ['/Id/Movie/The%20Kid?date=05+Mar', '/id/Movie/The%20Kid?date=05+Mar'],
      ['/iD//cinema.example', '/id//cinema.example'],
    ] as const) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location]).toEqual([308, to]);
    }
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
    expect((await get('/')).payload).toBe(zoned(HTML).replace('</head>', `${links.join('')}</head>`));
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

  test('files, pages and responses that are larger than a packet are sent compressed to clients that accept it', async () => {
    const get = await openPages();
    for (const url of ['/assets/main-abc.js', '/movies', '/api/docs/json']) {
      const plain = await get(url);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const compressed = await get(url, { accept: '*/*', 'accept-encoding': 'gzip, br' });
      expect([compressed.statusCode, compressed.headers['content-encoding']]).toEqual([200, 'br']);
      expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(compressed.headers['vary']).toMatch(/accept-encoding/i);
      expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.payload);
    }
  });

  test('reliability 30 and 58: missing files, source maps, manifests and files outside of the folder are not public', async () => {
    const get = await openPages();
    for (const url of [
      '/assets/main-old.js',
      '/posters/none.svg',
      '/assets/main-abc.js.map',
      '/assets',
      '/api/nothing',
      '/assets/..%2f..%2fsecret.txt',
      '/.well-known/security.txt',
      '/.well-known/',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.json()]).toMatchObject([url, 404, { code: 'not_found' }]);
    }
    for (const url of ['/id/.vite/manifest.json', '/.vite/manifest.json'])
      expect((await get(url)).payload).toMatch(/^<!doctype html>/);
  });

  test('password managers find the form, and programs that ignore the link find the icon', async () => {
    const get = await openPages();
    for (const [url, to] of [
      ['/.well-known/change-password', '/my-info'],
      ['/favicon.ico', '/icons/192.png'],
    ] as const) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location]).toEqual([302, to]);
    }
  });

  test('a request that accepts HTML gets the page, any other 404', async () => {
    const get = await openPages();
    for (const accept of [
      '',
      '*/*',
      'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      'image/webp,*/*',
      'TEXT/HTML',
      'text/*',
      'text/html;charset=utf-8',
      'image/gif, *; q=.2, */*; q=.2',
    ]) {
      const { statusCode, headers } = await get('/movies', { accept });
      expect([accept, statusCode, headers['content-type']]).toEqual([accept, 200, 'text/html; charset=utf-8']);
    }
    for (const accept of ['application/json', 'text/html;q=0, */*', '*/*;q=0', 'image/avif,image/webp', ';,=q']) {
      const answer = await get('/movies', { accept });
      expect([accept, answer.statusCode, answer.json()]).toMatchObject([accept, 404, { code: 'not_found' }]);
    }
  });

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

  test('the document of a door alone may use the camera and is in no search engine', async () => {
    const get = await openPages();
    for (const url of ['/door', '/id/door']) {
      const { payload, headers } = await get(url);
      expect(payload).toBe(zoned(DOOR));
      expect(headers['permissions-policy']).toMatch(/^camera=\(self\), .*payment=\(\)/);
      expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashOf(DOOR_INLINE)};`);
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headers['set-cookie']).toBeUndefined();
    }
    const page = await get('/movies');
    expect([page.headers['x-robots-tag'], String(page.headers['content-security-policy'])]).toEqual([
      undefined,
      expect.not.stringContaining(hashOf(DOOR_INLINE)),
    ]);
  });

  test('another spelling of /door is redirected to the one that the service worker of the door controls', async () => {
    const get = await openPages();
    for (const [url, to] of [
      ['/door/', '/door'],
      ['/Door?inspect', '/door?inspect'],
      ['/ID/DOOR/', '/id/door'],
    ] as const) {
      const { statusCode, headers } = await get(url);
      const again = await get(String(headers.location));
      expect([statusCode, again.headers.location ?? headers.location]).toEqual([308, to]);
    }
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

  test('reliability 27: pages are isolated from other windows, except those that the inspector opens', async () => {
    const get = await openPages();
    for (const [url, policy] of [
      ['/', 'same-origin'],
      ['/movies?inspected=1', 'same-origin'],
      ['/movies?inspect', 'same-origin-allow-popups'],
      ['/movie/Metropolis?date=05%20Mar&inspect', 'same-origin-allow-popups'],
    ] as const) {
      const { headers } = await get(url);
      expect([url, headers['cross-origin-opener-policy']]).toEqual([url, policy]);
    }
  });

  test.each([[['10.0.0.2']], [1]])(
    'reliability 27: behind a proxy (%j) that ends TLS, the server sends Strict-Transport-Security',
    async (trustProxy) => {
      const { headers } = await (await openPages({ trustProxy }))('/');
      expect(headers['strict-transport-security']).toMatch(/^max-age=\d+$/);
    },
  );

  test('reliability 58: browsers revalidate the service workers each time, in every encoding', async () => {
    const get = await openPages();
    for (const encoding of ['br', 'gzip', 'identity']) {
      for (const worker of LANGUAGES.flatMap((each) => [serviceWorkerPath(each), doorWorkerPath(each)])) {
        const answer = await get(worker, { 'accept-encoding': encoding });
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      }
    }
  });

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

  test('reliability 58: robots.txt excludes the API, and security.txt has the contact and expiry date of RFC 9116', async () => {
    const get = await openPages({ securityContact: 'mailto:security@cinema.example' });
    for (const [path, text] of [
      ['/robots.txt', 'User-agent: *\nDisallow: /api/\n'],
      [
        '/.well-known/security.txt',
        'Contact: mailto:security@cinema.example\nExpires: 1970-04-01T00:00:00.000Z\nPreferred-Languages: en, id\n',
      ],
    ] as const) {
      const answer = await get(path);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(answer.payload).toContain(text);
    }
  });
});

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { basePath, type Language } from '#domain/languages.ts';
import type { RenderedDocument } from './renderer.ts';

const ZONE_PLACEHOLDER = '__CINEMA_TIME_ZONE__';
const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const PLAIN_HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/;
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;
const HEAD_END = '</head>';
const PAGE = '<!--page-->';
const SNAPSHOT = '<!--snapshot-->';
/** The placeholders that a rendered page replaces, in this order. */
const GAPS = new RegExp([PLAIN_HEAD.source, PAGE, SNAPSHOT].join('|'));

const manifestSchema = v.record(
  v.string(),
  v.object({ file: v.string(), name: v.optional(v.string()), imports: v.optional(v.array(v.string()), []) }),
);

type Manifest = v.InferOutput<typeof manifestSchema>;

/** An HTML document, and the Content-Security-Policy sources of its inline scripts and styles. */
export interface InlineDocument {
  /** The document without a rendered page, which the browser then renders. */
  readonly plain: string;
  readonly scriptSources: readonly string[];
  readonly styleSources: readonly string[];
}

/** The HTML document of the product in a language. */
export interface PageDocument extends InlineDocument {
  /** Puts a rendered page into the document. */
  readonly around: (rendered: RenderedDocument) => string;
}

/** Reads the built index.html of a language and fills in the cinema's time zone. */
export async function readPageDocument(directory: string, language: Language, zone: string): Promise<PageDocument> {
  const folder = join(directory, basePath(language));
  const built = (await readMarkup(join(folder, 'index.html'))).replaceAll(ZONE_PLACEHOLDER, zone);
  const manifest = await readManifest(folder);
  const views = linksOf(keyOf('views', manifest), manifest);
  const styled = await withStyles(directory, built);
  const [beforeHead = '', beforePage = '', beforeSnapshot = '', end = ''] = styled.split(GAPS);
  return {
    plain: built
      .replace(HEAD_END, () => views + HEAD_END)
      .replace(PAGE, '')
      .replace(SNAPSHOT, ''),
    scriptSources: sourcesOf(INLINE_SCRIPT, built),
    styleSources: sourcesOf(INLINE_STYLE, styled),
    around: ({ module, head, page, snapshot }) =>
      [
        beforeHead,
        head,
        givingWay(module in manifest ? linksOf(module, manifest) : views),
        beforePage,
        page,
        beforeSnapshot,
        `<script type="application/json" id="snapshot">${snapshot}</script>`,
        end,
      ].join(''),
  };
}

/** Reads a built document and fills in the cinema's time zone. */
export async function readDocument(file: string, zone: string): Promise<InlineDocument> {
  const plain = (await readMarkup(file)).replaceAll(ZONE_PLACEHOLDER, zone);
  return { plain, scriptSources: sourcesOf(INLINE_SCRIPT, plain), styleSources: sourcesOf(INLINE_STYLE, plain) };
}

/**
 * Reads text that becomes part of the document. HTML parsers read every line break as LF, so browsers hash scripts and
 * styles with LF.
 */
async function readMarkup(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll(/\r\n?/g, '\n');
}

function sourcesOf(element: RegExp, html: string): string[] {
  return Array.from(html.matchAll(element), ([, text = '']) => {
    const hash = createHash('sha256').update(text).digest('base64');
    return `'sha256-${hash}'`;
  });
}

async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  return v.parse(manifestSchema, JSON.parse(text));
}

/**
 * Puts the styles into the document, so that browsers paint the page as soon as it arrives. The link to the stylesheet moves to
 * the end, because scripts look for it and browsers should cache the file; `media="not all"` keeps it from styling the page a
 * second time. Scripts get a lower priority than posters, because the page is readable without them.
 */
async function withStyles(directory: string, built: string): Promise<string> {
  const [link, file] = STYLESHEET.exec(built) ?? [];
  if (link === undefined || file === undefined) return built;
  const styles = await readMarkup(join(directory, file));
  return givingWay(
    built
      .replace(link, () => `<style>${styles}</style>`)
      .replace('</body>', () => `${link.replace('<link', '<link media="not all"')}</body>`),
  );
}

/** Gives all scripts in the markup a low fetch priority. */
function givingWay(markup: string): string {
  return markup.replaceAll(SCRIPTS, '$& fetchpriority="low"');
}

/**
 * Preload links for the scripts that a module and the entry import, so that browsers fetch them together with the entry. The
 * document already names the entry itself.
 */
function linksOf(module: string, manifest: Manifest): string {
  const entry = keyOf('main', manifest);
  const files = filesOf(module, manifest, filesOf(entry, manifest));
  return [...files]
    .filter((file) => file !== manifest[entry]?.file)
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}

function keyOf(chunk: string, manifest: Manifest): string {
  return Object.keys(manifest).find((key) => manifest[key]?.name === chunk) ?? '';
}

function filesOf(key: string, manifest: Manifest, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const each of chunk.imports) filesOf(each, manifest, found);
  return found;
}

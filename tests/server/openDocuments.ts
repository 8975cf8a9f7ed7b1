import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePath, LANGUAGES } from '#domain/languages.ts';
import { documentIn } from '../../src/tooling/bundleDocument.ts';
import { renderDocument } from '../../src/web/rendering/renderDocument.tsx';
import type { RenderDocument } from '../../src/server/pages/renderer.ts';
import type { Cinema, CinemaOptions } from './openCinema.ts';
import { testFolder } from './testFolder.ts';

const LONG_MILLISECONDS = 30_000;

/** Renders from the source, with a long timeout for a busy machine. */
export const renderFromSource: RenderDocument = (request) => renderDocument(request, LONG_MILLISECONDS);

/** A copy of the build's output folder, with the index.html of the source in every language. */
function pagesFolder(): string {
  const directory = join(testFolder(), 'dist');
  const html = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
  for (const language of LANGUAGES) {
    mkdirSync(directory + basePath(language));
    writeFileSync(`${directory}${basePath(language)}/index.html`, documentIn(language, html));
  }
  return directory;
}

/** Limits so high that no test reaches them. */
const NO_RENDER_LIMITS = { inAll: 1000, ofOneAddress: 1000 };

/** Options of a server that serves documents rendered from the source. */
export function withDocuments(options: CinemaOptions = {}): CinemaOptions {
  return { pagesDirectory: pagesFolder(), render: renderFromSource, renderLimits: NO_RENDER_LIMITS, ...options };
}

/** Requests a document from the server with a browser's headers. */
export function requestDocument(
  { app }: Cinema,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  remoteAddress = '127.0.0.1',
) {
  return app.inject({ url, remoteAddress, headers: { accept: 'text/html', host: 'cinema.example', ...headers } });
}

/** Requests a document and parses it as HTML; needs a DOM. */
export async function readDocument(
  cinema: Cinema,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  remoteAddress?: string,
): Promise<Document> {
  const { payload } = await requestDocument(cinema, url, headers, remoteAddress);
  return new DOMParser().parseFromString(payload, 'text/html');
}

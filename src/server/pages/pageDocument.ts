import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ZONE_PLACEHOLDER = '__CINEMA_TIME_ZONE__';
const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi;

/** The one HTML document of the product and the CSP sources of the scripts written inside it. */
export interface PageDocument {
  readonly html: string;
  readonly scriptSources: readonly string[];
}

/** Reads the built index.html and fills in the cinema's time zone. */
export async function readPageDocument(directory: string, zone: string): Promise<PageDocument> {
  const built = await readFile(join(directory, 'index.html'), 'utf8');
  const html = built.replaceAll(ZONE_PLACEHOLDER, zone);
  const scriptSources = Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64');
    return `'sha256-${hash}'`;
  });
  return { html, scriptSources };
}

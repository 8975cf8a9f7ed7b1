import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { basePath, type Language } from '#domain/languages.ts';
import { DOOR } from '#domain/doorPath.ts';
import { readDocument, type InlineDocument } from './pageDocument.ts';

/** Reads the built document of a language's door; undefined if none was built. It is the same for every door. */
export async function readDoorDocument(
  directory: string,
  language: Language,
  zone: string,
): Promise<InlineDocument | undefined> {
  const file = join(directory, basePath(language), DOOR, 'index.html');
  return existsSync(file) ? readDocument(file, zone) : undefined;
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from './testFolder.ts';

/** Writes a file that an operator names as the catalogue. */
export function catalogueFile(text: string): string {
  const path = join(testFolder(), 'movies.json');
  writeFileSync(path, text);
  return path;
}

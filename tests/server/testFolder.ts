import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder on the disk that goes when the test has finished. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nobar-now-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a file that an operator names as the catalogue. */
export function catalogueFile(content: string | Uint8Array): string {
  const path = join(testFolder(), 'movies.json');
  writeFileSync(path, content);
  return path;
}

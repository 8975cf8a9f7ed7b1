import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty folder on the disk and deletes it after the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nobar-now-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a catalogue file and returns its path. */
export function catalogueFile(content: string | Uint8Array): string {
  const path = join(testFolder(), 'movies.json');
  writeFileSync(path, content);
  return path;
}

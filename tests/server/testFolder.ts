import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder on the disk that goes when the test has finished. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nobar-now-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/tooling/projectRoot.ts';

/** The statements of a source that read one of the two keys without the other. */
function halves(source: string): string[] {
  return source.split(/[;{}]/).filter((each) => each.includes('ctrlKey') !== each.includes('metaKey'));
}

test('each shortcut with Control works with the Command key of a Mac', () => {
  const sources = globSync('src/web/**/*.{ts,tsx}', { cwd: projectRoot }).map((path) =>
    readFileSync(`${projectRoot}/${path}`, 'utf8'),
  );
  expect(sources.filter((source) => source.includes('ctrlKey')).length).toBeGreaterThan(0);
  expect(sources.flatMap(halves)).toEqual([]);
  expect(halves('move(event.ctrlKey); leave(event.metaKey || event.ctrlKey);')).toEqual(['move(event.ctrlKey)']);
});

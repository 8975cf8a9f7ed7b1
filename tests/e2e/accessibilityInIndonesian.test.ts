import { readFile } from 'node:fs/promises';
import { describe } from 'vitest';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { englishWordsIn } from '../fixtures/englishWords.ts';
import { reviewedFile, testEveryScreen, textsOfDocument, visitorsOf, walkThrough } from './everyScreen.ts';
import { structureOf } from './treeDifference.ts';

const test = walkThrough('id');
const titles = (await readCatalogue()).map(({ title }) => title);

/** The lines of links to other pages than Indonesian ones. */
function linksOutOfIndonesian(tree: string): string[] {
  return tree
    .split('\n')
    .filter((line) => / -> \/(?!id\b|api\/.*language=id$)/.test(line) && !line.includes('"English"'));
}

/** The texts that have English words beside titles of films. */
function englishAmong(texts: readonly string[]): string[] {
  return texts.filter((text) => englishWordsIn(text, titles).length > 0);
}

describe('reliability 58: the Indonesian screens', () => {
  testEveryScreen('id', test);

  test.for(visitorsOf('id'))(
    'the accessibility trees have the structure of the English ones: $name',
    async (kind, { expect, findingsOf }) => {
      for (const [name, tree] of (await findingsOf(kind)).spoken)
        expect.soft(structureOf(tree), name).toBe(structureOf(await readFile(reviewedFile(name), 'utf8')));
    },
  );

  test.for(visitorsOf('id'))(
    'each link leads to an Indonesian page, except the one to the same page in English: $name',
    async (kind, { expect, findingsOf }) => {
      for (const [name, tree] of (await findingsOf(kind)).spoken)
        expect.soft(linksOutOfIndonesian(tree), name).toEqual([]);
    },
  );
});

describe.concurrent('no text or accessible name on an Indonesian screen is English', () => {
  test.for(visitorsOf('id'))('$name', async (kind, { expect, findingsOf }) => {
    for (const [name, texts] of (await findingsOf(kind)).texts) {
      expect.soft(texts.length, `the texts of “${name}”`).toBeGreaterThan(5);
      expect.soft(englishAmong(texts), name).toEqual([]);
    }
  });

  test('control: the check reports the texts of an English screen', async ({ expect, visit }) => {
    const { page } = await visit();
    await page.goto('/movies?search=kid');
    const found = englishAmong(await page.evaluate(textsOfDocument));
    expect(found).toEqual(expect.arrayContaining(['Movies · Nobar Now', 'Search movies', '1 movie matches', 'Footer']));
  });
});

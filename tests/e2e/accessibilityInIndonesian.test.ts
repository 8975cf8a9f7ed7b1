import { describe } from 'vitest';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { englishWordsIn } from '../fixtures/englishWords.ts';
import { testEveryScreen, textsOfDocument, visitorsOf, walkThrough } from './everyScreen.ts';

const test = walkThrough('id');
const titles = (await readCatalogue()).map(({ title }) => title);

/** The texts that have English words beside titles of films. */
function englishAmong(texts: readonly string[]): string[] {
  return texts.filter((text) => englishWordsIn(text, titles).length > 0);
}

describe('reliability 58: the Indonesian screens', () => {
  testEveryScreen('id', 'tests/e2e/accessibilityInIndonesian.test.ts', test);
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

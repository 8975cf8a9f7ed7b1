import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { OperatorError } from '../../src/server/errors/operatorError.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { catalogueFile } from './testFolder.ts';

describe('section 3, Movie: the catalogue', () => {
  test('the one shipped is right', async () => {
    expect((await readCatalogue()).length).toBeGreaterThan(5);
  });

  test('another is read from its file', async () => {
    expect(await readCatalogue(catalogueFile(JSON.stringify([theKid, nosferatu])))).toEqual([theKid, nosferatu]);
  });

  test.each([
    ['not JSON', '{', /is not JSON$/],
    ['no list', '{}', /is not right at its top: /],
    [
      'a price of nothing',
      JSON.stringify([theKid, { ...nosferatu, ticket_price: 0 }]),
      /is not right at 1\.ticket_price: /,
    ],
    ['one id twice', JSON.stringify([theKid, { ...nosferatu, id: 1 }]), /gives the id 1 to two films$/],
    ['one title twice', JSON.stringify([theKid, { ...theKid, id: 2 }]), /gives the title The Kid to two films$/],
  ])('%s is refused in a sentence', async (_name, text, message) => {
    const reading = readCatalogue(catalogueFile(text));
    await expect(reading).rejects.toThrow(OperatorError);
    await expect(reading).rejects.toThrow(message);
  });

  test('a missing file is refused with a message', async () => {
    await expect(readCatalogue('/no/such/movies.json')).rejects.toThrow(
      'The catalogue /no/such/movies.json cannot be read (ENOENT)',
    );
  });
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { theKid } from '../server/catalogueMovies.ts';
import { openDocument } from '../web/openDocument.tsx';
import { openProduct, openTestApp } from '../web/openProduct.tsx';

const INDONESIAN = 'Seorang gelandangan menemukan bayi telantar.';

test.each([openDocument, openProduct])('a film shows its description in Indonesian (%o)', async (openPage) => {
  const cinema = await openTestApp({ movies: [{ ...theKid, description_id: INDONESIAN }] });
  await openPage(cinema, '/id/movie/The%20Kid');
  expect((await screen.findByText(INDONESIAN)).hasAttribute('lang')).toBe(false);
  expect(screen.queryByText(theKid.description)).toBeNull();
});

test('a film without an Indonesian description shows the English one, marked as English', async () => {
  await openDocument(await openTestApp(), '/id/movie/The%20Kid');
  expect((await screen.findByText(theKid.description)).getAttribute('lang')).toBe('en');
});

test('a film that is opened from the list has its Indonesian description at once', async () => {
  const cinema = await openTestApp({ movies: [{ ...theKid, description_id: INDONESIAN }] });
  const { user } = await openDocument(cinema, '/id/movies');
  await user.click(screen.getByRole('link', { name: /The Kid/ }));
  expect((await screen.findByText(INDONESIAN)).hasAttribute('lang')).toBe(false);
});

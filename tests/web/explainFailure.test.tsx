import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { explainFailure } from './explainFailure.ts';
import { openProduct, openTestApp } from './openProduct.tsx';

test('a failure names the state and the last events of each machine, and shows the page as a screen reader reads it', async () => {
  const { user } = await openProduct(await openTestApp(), '/movies');
  await user.type(await screen.findByRole('searchbox'), 'kid');
  const error = { message: 'The cause' };
  explainFailure([error]);
  expect(error.message.split('\n')).toEqual(
    expect.arrayContaining([
      'The cause',
      'app/movies | ready.current | movies.search, movies.search, movies.search',
      '  searchbox “Search movies” value=“kid” focused',
      '    listitem',
      '      link “The Kid 1921”',
    ]),
  );
});

test('a query that finds nothing says so without the HTML of the page', async () => {
  await openProduct(await openTestApp(), '/about');
  const name = 'Win a prize';
  expect(() => screen.getByRole('button', { name })).toThrow(
    /^Unable to find an accessible element with the role "button" and name "Win a prize"$/,
  );
  expect(() => screen.getByText(name)).toThrow(/^Unable to find an element with the text: Win a prize[^<]*$/);
});

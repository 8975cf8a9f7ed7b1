import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt, goBackTo } from './visitor.ts';

const movies = [theKid, nosferatu, { ...theKid, id: 3, title: 'The Gold Rush', release_date: '1925-06-26' }];

function shownMovies(): (string | null)[] {
  return within(screen.getByRole('main'))
    .queryAllByRole('link')
    .map((link) => link.textContent);
}

describe('section 2, Routes: Movies', () => {
  test('/movies shows all movies with title, release year, poster and play button; each links to its page', async () => {
    const { user } = await openProduct(await openTestApp({ movies }), '/movies');
    const card = await screen.findByRole('link', { name: 'The Gold Rush 1925' });
    expect(shownMovies()).toEqual(['The Kid 1921', 'Nosferatu 1922', 'The Gold Rush 1925']);
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/posters/the-kid.svg');
    expect(card.querySelectorAll('svg')).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1, name: 'Movies' })).toBeTruthy();
    expect(document.title).toBe('Movies · Nobar Now');
    await user.click(card);
    await arriveAt('/movie/The%20Gold%20Rush');
    expect(await screen.findByRole('heading', { level: 1, name: 'The Gold Rush 1925' })).toBeTruthy();
  });

  test('a poster that fails to load is replaced by the title', async () => {
    await openProduct(await openTestApp({ movies: [theKid] }), '/movies');
    const card = await screen.findByRole('link', { name: 'The Kid 1921' });
    card.querySelector('img')?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(card.querySelector('img')).toBeNull());
    expect(within(card).getAllByText('The Kid')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'The Kid 1921' })).toBe(card);
  });

  // In a document of the server, the request for the poster ends before a view listens for the error.
  test('a poster that failed before the page ran is replaced by the title', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
    await openProduct(await openTestApp({ movies: [theKid] }), '/movies');
    const card = await screen.findByRole('link', { name: 'The Kid 1921' });
    expect(card.querySelector('img')).toBeNull();
    expect(within(card).getAllByText('The Kid')).toHaveLength(2);
  });

  test('a search box filters by title; without a match the page says No movie matches', async () => {
    const { user } = await openProduct(await openTestApp({ movies }), '/movies');
    await screen.findByRole('link', { name: 'The Kid 1921' });
    const search = screen.getByRole('searchbox', { name: 'Search movies' });
    expect(screen.queryByText(/ movies? match/)).toBeNull();
    await user.type(search, 'THE');
    expect(shownMovies()).toEqual(['The Kid 1921', 'The Gold Rush 1925']);
    expect(screen.getByText(/^2 .*match/)).toBeTruthy();
    await user.type(search, ' 1925');
    expect(shownMovies()).toEqual([]);
    expect(screen.getByText('No movie matches')).toBeTruthy();
    await user.clear(search);
    expect(shownMovies()).toHaveLength(3);
  });

  test('Back from a film shows the search that the user typed, not the one in the URL', async () => {
    const { user } = await openProduct(await openTestApp({ movies }), '/movies?search=kid');
    const search = await screen.findByRole('searchbox', { name: 'Search movies' });
    await user.clear(search);
    await user.type(search, 'gold');
    await user.click(await screen.findByRole('link', { name: 'The Gold Rush 1925' }));
    await screen.findByRole('heading', { level: 1, name: 'The Gold Rush 1925' });
    await goBackTo('/movies?search=kid');
    expect(await screen.findByDisplayValue('gold')).toBeTruthy();
    expect(shownMovies()).toEqual(['The Gold Rush 1925']);
  });
});

describe('section 2, Screens: a cinema without films', () => {
  test.each(['/', '/movies?search=kid'])('%s says that no films are showing', async (path) => {
    await openProduct(await openTestApp({ movies: [] }), path);
    expect(await screen.findByText('No films are showing today')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Now Showing' })).toBeNull();
    expect(screen.queryByText(/match/)).toBeNull();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { broken } from './network.ts';
import { openHouse, openProduct } from './openProduct.tsx';
import { arriveAt, findToast } from './visitor.ts';

const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const movies = titles.map((title, index) => Object.assign({ ...theKid }, { id: index + 1, title }));

async function findCarousel() {
  return within(await screen.findByRole('region', { name: 'Now Showing' }));
}

describe('section 2, Routes: Home', () => {
  test('/ shows a welcome heading and the text Now Showing', async () => {
    await openProduct(await openHouse(), '/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    expect(screen.getByText('Now Showing')).toBeTruthy();
    expect(document.title).toBe('Home · Nobar Now');
  });

  test('/ shows a carousel of all movies, and each card links to the movie detail', async () => {
    const { user } = await openProduct(await openHouse(), '/');
    const carousel = await findCarousel();
    expect(carousel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/movie/The%20Kid',
      '/movie/Nosferatu',
    ]);
    await user.click(carousel.getByRole('link', { name: 'Nosferatu 1922' }));
    await arriveAt('/movie/Nosferatu');
    expect(await screen.findByRole('heading', { level: 1, name: 'Nosferatu 1922' })).toBeTruthy();
  });

  test('each movie card of the carousel shows the title, release year, poster and a play mark', async () => {
    await openProduct(await openHouse({ movies: [nosferatu] }), '/');
    const carousel = await findCarousel();
    const card = carousel.getByRole('link', { name: 'Nosferatu 1922' });
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/posters/nosferatu.svg');
    expect(card.querySelectorAll('svg')).toHaveLength(1);
  });

  test('a slide is named by its film and its place', async () => {
    await openProduct(await openHouse(), '/');
    const carousel = await findCarousel();
    expect(carousel.getAllByRole('listitem').map((slide) => slide.getAttribute('aria-label'))).toEqual([
      'The Kid, 1 of 2',
      'Nosferatu, 2 of 2',
    ]);
  });

  test.each([
    [0, 'One'],
    [0.5, 'Four'],
    [0.999, 'Six'],
  ])('the carousel starts at a random slide: the chance of %s starts at %s', async (chance, title) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    await openProduct(await openHouse({ movies: movies }), '/');
    const carousel = await findCarousel();
    expect(carousel.getByText(title, { selector: '[aria-live]' })).toBeTruthy();
  });

  test.each([
    ['3 slides per view', false, 3],
    ['5 slides per view at widths of 900px and more', true, 5],
  ])('the carousel shows %s', async (_, isWide, perView) => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { matches: isWide && media === '(min-width: 900px)', media }),
    );
    await openProduct(await openHouse({ movies: movies }), '/');
    const carousel = await findCarousel();
    const [slide] = carousel.getAllByRole('listitem');
    const shareOfTrack = () => Number.parseFloat(slide?.style.minWidth ?? '');
    await waitFor(() => expect(1 / shareOfTrack()).toBeCloseTo(perView));
  });

  test('a house without films says so instead of an empty carousel', async () => {
    await openProduct(await openHouse({ movies: [] }), '/');
    expect(await screen.findByText('No films are showing today')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Now Showing' })).toBeNull();
  });
});

describe('section 8: the films cannot be fetched on Home', () => {
  test('the sentence stands in place with Retry and in a toast, and Retry brings the carousel', async () => {
    const { user } = await openProduct(await openHouse(), '/', {
      prepare: (network) => network.nextCall('GET movie', broken),
    });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('The projector has broken')).toBeTruthy();
    expect(await findToast('top-right', 'The projector has broken')).toBeTruthy();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    const carousel = await findCarousel();
    expect(carousel.getAllByRole('link')).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

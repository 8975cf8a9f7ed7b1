import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { OFFSET } from '../../src/web/pages/home/home.css.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt } from './visitor.ts';

const twentyFilms = Array.from({ length: 20 }, (_, index) =>
  Object.assign({ ...theKid }, { id: index + 1, title: `Film ${index + 1}` }),
);

function withReducedMotion() {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media === '(prefers-reduced-motion: reduce)', media }),
  );
}

async function findCarousel() {
  return within(await screen.findByRole('region', { name: 'Now Showing' }));
}

describe('section 2, Routes: Home', () => {
  test('/ shows a welcome heading, Now Showing and a carousel of all movies; each card links to its film', async () => {
    const { user } = await openProduct(await openTestApp(), '/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    expect(screen.getByText('Now Showing')).toBeTruthy();
    expect(document.title).toBe('Home · Nobar Now');
    const carousel = await findCarousel();
    const links = carousel.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/movie/The%20Kid', '/movie/Nosferatu']);
    const slides = carousel.getAllByRole('listitem').map((slide) => slide.getAttribute('aria-label'));
    expect(slides, 'each slide is named after its film and its position').toEqual([
      'The Kid, 1 of 2',
      'Nosferatu, 2 of 2',
    ]);
    const card = carousel.getByRole('link', { name: 'Nosferatu 1922' });
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/posters/nosferatu.svg');
    expect(card.querySelectorAll('svg'), 'the play icon').toHaveLength(1);
    await user.click(card);
    await arriveAt('/movie/Nosferatu');
    expect(await screen.findByRole('heading', { level: 1, name: 'Nosferatu 1922' })).toBeTruthy();
  });

  test('the carousel starts at a random slide', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    await openProduct(await openTestApp({ movies: twentyFilms }), '/');
    const slide = (await findCarousel()).getByRole('listitem', { name: /^Film 20,/ });
    expect(slide.hasAttribute('data-middle')).toBe(true);
  });

  test('Previous and Next reach all 20 films, and each is announced when it is in the middle', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    withReducedMotion();
    const { user } = await openProduct(await openTestApp({ movies: twentyFilms }), '/');
    const carousel = await findCarousel();
    const announced = () => carousel.getByText(/^Film/, { selector: '[role=status]' }).textContent;
    const near = [1, 2, 3, 4, 5, 6, 7, 15, 16, 17, 18, 19, 20].map((place) => `Film ${place}, ${place} of 20`);
    await waitFor(() => {
      const slides = carousel.getAllByRole('listitem').map((slide) => slide.getAttribute('aria-label'));
      expect(slides, 'the films near the middle are rendered').toEqual(near);
    });
    const inSight = carousel.getAllByRole('listitem').filter((slide) => !slide.hasAttribute('data-far'));
    expect(inSight.map((slide) => slide.getAttribute('aria-label'))).toEqual(
      [1, 2, 3, 19, 20].map((place) => `Film ${place}, ${place} of 20`),
    );
    const seen = [];
    for (const name of ['Previous', 'Next', ...twentyFilms.map(() => 'Next')]) {
      await user.click(carousel.getByRole('button', { name }));
      seen.push(announced());
    }
    const around = twentyFilms.map(({ title }) => title);
    expect(seen).toEqual(['Film 20', ...around, 'Film 1']);
    const offsets = ['Film 20', 'Film 1', 'Film 2'].map((title) =>
      carousel.getByRole('listitem', { name: new RegExp(`^${title},`) }).style.getPropertyValue(OFFSET),
    );
    expect(offsets, 'the slides lean away from the middle one').toEqual(['-1', '0', '1']);
  });

  test('Tab moves through the links of 20 films without changing the live announcement', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    withReducedMotion();
    const { user } = await openProduct(await openTestApp({ movies: twentyFilms }), '/');
    const carousel = await findCarousel();
    await carousel.findByRole('link', { name: 'Film 5 1921' });
    carousel.getByRole('button', { name: 'Next' }).focus();
    const seen = [];
    for (;;) {
      await user.tab();
      const link = document.activeElement;
      if (!carousel.queryAllByRole('link').some((each) => each === link)) break;
      seen.push(link?.textContent);
      expect(link?.closest('li')?.hasAttribute('data-middle')).toBe(true);
    }
    expect(seen).toEqual(twentyFilms.slice(4).map(({ title }) => `${title} 1921`));
    expect(carousel.queryByText(/^Film/, { selector: '[role=status]' })).toBeNull();
  });
});

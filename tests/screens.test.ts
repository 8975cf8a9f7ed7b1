import { expect, test } from 'vitest';
import { screensOfBuyers, screensOfNewcomers, screensOfOwners, screensOfStrangers } from './e2e/everyPage.ts';
import { stranger } from './e2e/people.ts';
import { screens } from './fixtures/screens.ts';

const member = { ...stranger(), token: '' };
const tours = [screensOfStrangers, screensOfBuyers(member), screensOfOwners, screensOfNewcomers];

test('every page has its screen, which is taken to axe, layout and gallery', () => {
  const names = new Set(tours.flatMap((tour) => Object.keys(tour)));
  const missing = Object.entries(screens).filter(([, { name }]) => !names.has(name));
  expect(missing.map(([route, { name }]) => `tests/e2e/everyPage.ts has no screen “${name}” of ${route}`)).toEqual([]);
});

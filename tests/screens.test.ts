import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/tooling/projectRoot.ts';
import { everyPage, fileNameOf } from './e2e/everyPage.ts';
import { stranger } from './e2e/people.ts';
import { screens } from './fixtures/screens.ts';

const member = { ...stranger(), token: '' };
const door = { token: '', codes: [], cancel: async () => undefined, close: async () => undefined };
const { screensOfBuyers, screensAtTheDoor, screensAtTheDoorOffline, ...others } = everyPage('en');
const tours = [
  screensOfBuyers(member),
  screensAtTheDoor(door),
  screensAtTheDoorOffline(door),
  ...Object.values(others),
];

test('every page has a screen for axe, layout tests and gallery', () => {
  const names = new Set(tours.flatMap((tour) => Object.keys(tour)));
  const missing = Object.entries(screens).filter(([, { name }]) => !names.has(name));
  expect(missing.map(([route, { name }]) => `tests/e2e/everyPage.ts has no screen “${name}” of ${route}`)).toEqual([]);
});

test('every screen has an accessibility tree, and every tree has a screen', () => {
  const folder = 'tests/e2e/aria';
  const files = readdirSync(`${projectRoot}/${folder}`).filter((name) => name.endsWith('.txt'));
  const expected = tours.flatMap((tour) => Object.keys(tour).map((name) => `${fileNameOf(name)}.txt`)).toSorted();
  expect(
    files.toSorted(),
    `\`npx vitest run --project e2e tests/e2e/accessibility.test.ts --update\` writes the missing trees into ${folder}: read and commit them; delete those of screens that have gone`,
  ).toEqual(expected);
});

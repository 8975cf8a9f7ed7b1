import { expect, test } from 'vitest';
import { pages as productPages } from '../../src/web/router/pages.ts';
import { pages } from './pages.ts';

test('the simulation has every page of the product, with the same machine and access', () => {
  const declared = productPages.flatMap(({ route, personal, machine }) =>
    route === undefined ? [] : [{ route, personal, machine }],
  );
  const simulated = pages.map(({ route, personal, loaded }) => ({ route, personal, machine: loaded?.machine }));
  expect(new Set(simulated), 'tests/simulation/pages.ts has the machine of each page').toEqual(new Set(declared));
});

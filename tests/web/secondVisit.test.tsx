import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Ticket } from '#contract/ticket.ts';
import { moviePath, PATHS, ticketPath, type Route } from '#domain/paths.ts';
import { screens } from '../fixtures/screens.ts';
import { addPerson, buy, topUp, type Person } from '../server/people.ts';
import { openProduct, openTestApp, TOKEN_KEY, type Product } from './openProduct.tsx';
import { clickSeats, KID_TONIGHT } from './visitor.ts';

/** An address of a page, and a text that shows once the page is loaded. */
interface Address {
  readonly path: string;
  /** The state of the history entry, set by the previous page. */
  readonly state?: unknown;
  readonly shows: string | RegExp;
}

interface TwoVisits {
  readonly name: string;
  readonly route: Route;
  readonly addresses: (tickets: readonly [Ticket, Ticket]) => readonly [Address, Address];
  /** The user's actions at the first address. */
  readonly use?: (product: Product) => Promise<void>;
}

const NOSFERATU_TONIGHT = moviePath('Nosferatu', { date: '05 Mar', time: '20.35' });

/** Every page whose content depends on its parameters, query or history state. */
const PAGES: readonly TwoVisits[] = [
  {
    name: 'a film',
    route: PATHS.movie,
    addresses: () => [
      { path: moviePath('The Kid'), shows: 'A tramp finds an abandoned baby.' },
      { path: moviePath('Nosferatu'), shows: 'A count who travels only by night.' },
    ],
  },
  {
    name: 'the hall of a film, with a seat chosen',
    route: PATHS.movie,
    addresses: () => [
      { path: KID_TONIGHT, shows: /Rp.35.000 a seat/ },
      { path: NOSFERATU_TONIGHT, shows: /Rp.40.000 a seat/ },
    ],
    use: async ({ user }) => clickSeats(user, [40]),
  },
  {
    name: 'the hall of a showtime, with a seat chosen',
    route: PATHS.movie,
    addresses: () => [
      { path: KID_TONIGHT, shows: /Rp.35.000 a seat/ },
      { path: moviePath('The Kid', { date: '06 Mar', time: '14.30' }), shows: /Rp.35.000 a seat/ },
    ],
    use: async ({ user }) => clickSeats(user, [40]),
  },
  {
    name: 'the hall beside friends',
    route: PATHS.movie,
    addresses: () => [
      { path: `${KID_TONIGHT}&beside=12`, shows: 'Your friends sit in row B, seat 12' },
      { path: `${KID_TONIGHT}&beside=20`, shows: 'Your friends sit in row C, seat 20' },
    ],
  },
  {
    name: 'the search',
    route: PATHS.movies,
    addresses: () => [
      { path: '/movies?search=kid', shows: 'The Kid' },
      { path: '/movies?search=nosf', shows: 'Nosferatu' },
    ],
  },
  {
    name: 'a ticket',
    route: PATHS.ticket,
    addresses: ([one, other]) => [
      { path: ticketPath(one.id), shows: 'Seat 12' },
      { path: ticketPath(other.id), shows: 'Seat 30' },
    ],
  },
  {
    name: 'Top Up on the way to a film',
    route: PATHS.topUp,
    addresses: () => [
      { path: PATHS.topUp, state: { returnPath: KID_TONIGHT, shortfall: 60_000 }, shows: 'Rp.75.000' },
      { path: PATHS.topUp, state: { returnPath: NOSFERATU_TONIGHT, shortfall: 120_000 }, shows: 'Rp.150.000' },
    ],
  },
];

/** The personal pages, and the first user's input there before the second user signs in. */
const PERSONAL: readonly { readonly path: string; readonly use?: TwoVisits['use'] }[] = [
  { path: PATHS.myTickets },
  { path: PATHS.topUp, use: async ({ user }) => user.click(await screen.findByRole('radio', { name: '200k' })) },
  {
    path: PATHS.withdraw,
    use: async ({ user }) => user.type(await screen.findByRole('spinbutton', { name: 'Other amount' }), '12345'),
  },
  {
    path: PATHS.myInfo,
    use: async ({ user }) => user.type(await screen.findByLabelText('Current password'), 'secret of the first'),
  },
  { path: PATHS.transactions },
  { path: NOSFERATU_TONIGHT },
];

/** The page's title, its elements with generated ids numbered from 0, and the values of its fields. */
function shown(): { readonly title: string; readonly main: string; readonly fields: readonly unknown[] } {
  const main = screen.getByRole('main');
  const ids: string[] = [];
  const numbered = main.innerHTML.replaceAll(/_r_\w+_/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `_${ids.indexOf(id)}_`;
  });
  // React leaves the attribute `checked` as it was first rendered.
  const fields = [...main.querySelectorAll('input')].map(({ value, checked }) => [value, checked]);
  return { title: document.title, main: numbered.replaceAll(' checked=""', '').replaceAll('><', '>\n<'), fields };
}

/** The inline SVG pictures by name. */
function pictures(): ReadonlyMap<string, string> {
  const pictures = screen.queryAllByRole('img').filter((picture) => picture.tagName === 'svg');
  return new Map(pictures.map((picture) => [picture.getAttribute('aria-label') ?? '', picture.innerHTML]));
}

/** Navigates as the browser's history does: changes only the address and the history state. */
async function goTo({ path, state = null }: Address): Promise<void> {
  await act(async () => {
    window.history.pushState({ usr: state, key: path, idx: 1 }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  });
}

/** Waits until the page and all its requests are loaded. */
async function arrived({ network }: Product, { shows }: Pick<Address, 'shows'>): Promise<void> {
  await within(screen.getByRole('main')).findAllByText(shows);
  await act(() => network.settle());
}

function changeToken({ token }: Person): void {
  window.localStorage.setItem(TOKEN_KEY, token);
  window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
}

describe('a page opened at two addresses in one visit shows only the data of the second', () => {
  test('every page with parameters in its path is tried', () => {
    const withParameters = Object.keys(screens).filter((route) => route.includes(':'));
    expect(
      withParameters.filter((path) => !PAGES.some(({ route }) => route === path)),
      'add two addresses of each of these pages to PAGES in tests/web/secondVisit.test.tsx',
    ).toEqual([]);
  });

  test.each(PAGES)('$name', async ({ addresses, use }) => {
    const cinema = await openTestApp();
    const person = await addPerson(cinema, { balance: 200_000 });
    await buy(cinema, await addPerson(cinema, { balance: 200_000 }), { seatNumbers: [20] });
    const tickets = [
      await buy(cinema, person, { seatNumbers: [12] }),
      await buy(cinema, person, { seatNumbers: [30], showtimeDate: '06 Mar' }),
    ] as const;
    const [first, second] = addresses(tickets);
    const product = await openProduct(cinema, '/about', { person });
    await screen.findByRole('button', { name: 'A Person' });
    await goTo(second);
    await arrived(product, second);
    const alone = shown();

    window.history.replaceState({ usr: first.state ?? null, key: 'first', idx: 0 }, '', first.path);
    window.sessionStorage.clear();
    product.reload();
    await arrived(product, first);
    expect(shown(), 'the page differs between the two addresses').not.toEqual(alone);
    const before = pictures();
    await use?.(product);
    await goTo(second);
    await waitFor(() => expect(shown()).toEqual(alone));
    for (const [name, picture] of pictures()) {
      if (!before.has(name))
        expect([...before.values()], `${name} differs between the two addresses`).not.toContain(picture);
    }
  });
});

describe('a personal page opened by two users in one visit shows only the data of the second', () => {
  test.each(PERSONAL)('$path', async ({ path, use }) => {
    const cinema = await openTestApp();
    const first = await addPerson(cinema, { balance: 200_000, age: 10 });
    await buy(cinema, first, { seatNumbers: [12] });
    const second = await addPerson(cinema, { balance: 500_000 });
    await topUp(cinema, second, 50_000);
    await buy(cinema, second, { seatNumbers: [30, 31] });
    const product = await openProduct(cinema, path, { person: second });
    await screen.findByRole('button', { name: 'A Person' });
    await act(() => product.network.settle());
    const alone = shown();

    window.localStorage.setItem(TOKEN_KEY, first.token);
    product.reload();
    await screen.findByRole('button', { name: 'A Person' });
    await act(() => product.network.settle());
    expect(shown(), 'the page differs between the two users').not.toEqual(alone);
    await use?.(product);
    changeToken(second);
    await waitFor(() => expect(shown()).toEqual(alone));
  });
});

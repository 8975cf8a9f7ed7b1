import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { bar } from '../../src/web/shell/TopBar.css.ts';
import { addPerson } from '../server/people.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt, findOpenDialog, goBackTo, openUserMenu } from './visitor.ts';

async function openAs(path: string, isSignedIn: boolean) {
  const testApp = await openTestApp();
  const product = await openProduct(testApp, path, isSignedIn ? { person: await addPerson(testApp) } : {});
  await screen.findByRole('button', { name: isSignedIn ? 'A Person' : 'Sign In' });
  return product;
}

async function openDrawer(path: string, isSignedIn: boolean) {
  const product = await openAs(path, isSignedIn);
  await product.user.click(screen.getByRole('button', { name: 'Menu' }));
  return { drawer: within(await findOpenDialog('Menu')), ...product };
}

function linksOf(items: readonly HTMLElement[]) {
  return items.map((item) => [item.textContent, item.getAttribute('href')]);
}

const MAIN = [
  ['Home', '/'],
  ['Movies', '/movies'],
];

const PERSONAL = [
  ['My Tickets', '/my-tickets'],
  ['Top Up', '/topup'],
  ['Withdraw', '/withdraw'],
];

describe('section 2: Shell and navigation', () => {
  test('the page shell holds a top bar, the main content area and a footer with the logo and main links', async () => {
    await openAs('/movies', false);
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(screen.getByRole('main')).toBeTruthy();
    const footer = within(screen.getByRole('contentinfo'));
    expect(linksOf(footer.getAllByRole('link'))).toEqual([...MAIN, ['About', '/about']]);
    expect(footer.getByText('Now').parentElement?.textContent).toBe('Nobar Now');
  });

  test('section 1: the brand mark is a plain word followed by a highlighted word, in the footer', async () => {
    await openAs('/movies', false);
    const highlighted = within(screen.getByRole('contentinfo')).getByText('Now');
    expect(highlighted.previousSibling?.textContent).toBe('Nobar ');
    expect(highlighted.className).not.toBe(highlighted.parentElement?.className);
  });

  test.each([true, false])(
    'main navigation, always visible: Home (/) and Movies (/movies); signed in: %s',
    async (isSignedIn) => {
      await openAs('/', isSignedIn);
      const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
      expect(linksOf(navigation.getAllByRole('link'))).toEqual(MAIN);
    },
  );

  test('the top bar shows a Sign In button when signed out, and no personal navigation', async () => {
    await openAs('/', false);
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^(My Tickets|Top Up|Withdraw)$/ })).toBeNull();
  });

  test('when signed in it shows the displayName; clicking it opens a menu with the balance, the personal links and LOG OUT', async () => {
    const { user } = await openAs('/', true);
    const menu = within(await openUserMenu(user));
    expect(linksOf(menu.getAllByRole('menuitem'))).toEqual([
      ['Balance Rp.0', '/my-info'],
      ...PERSONAL,
      ['LOG OUT', null],
    ]);
    await user.click(menu.getByRole('menuitem', { name: 'Withdraw' }));
    await arriveAt('/withdraw');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('the user menu works by keyboard', async () => {
    const { user } = await openAs('/', true);
    screen.getByRole('button', { name: 'A Person' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Balance Rp.0'));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('My Tickets'));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Top Up');
    await user.keyboard('{Enter}');
    await arriveAt('/topup');
  });

  test.each([
    ['/', 'Home'],
    ['/movies', 'Movies'],
    ['/movie/The%20Kid', 'Movies'],
    ['/my-tickets', 'My Tickets'],
    ['/topup', 'Top Up'],
    ['/withdraw', 'Withdraw'],
  ])('the active navigation item on %s is %s', async (path, label) => {
    const { drawer } = await openDrawer(path, true);
    expect(drawer.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([label]);
    expect(drawer.getAllByRole('link', { current: false })).toHaveLength(4);
  });

  test('the focus goes to the first link of the drawer, and back to Menu', async () => {
    const { drawer, user } = await openDrawer('/about', false);
    expect(document.activeElement).toBe(drawer.getByRole('link', { name: 'Home' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' })));
  });

  test('on a path of no section no navigation item is active', async () => {
    const { drawer } = await openDrawer('/about', true);
    expect(drawer.queryByRole('link', { current: 'page' })).toBeNull();
  });

  test('the active item follows the visitor', async () => {
    const { user } = await openAs('/', false);
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(navigation.getByRole('link', { name: 'Movies' }));
    await arriveAt('/movies');
    expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Movies');
    window.history.back();
    await waitFor(() => expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Home'));
  });

  test('another page begins at its top; one returned to stays where the browser scrolls it', async () => {
    const { user } = await openAs('/', false);
    const scroll = document.documentElement;
    scroll.scrollTop = 500;
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Movies' }));
    await screen.findByRole('heading', { level: 1, name: 'Movies' });
    expect(scroll.scrollTop).toBe(0);
    scroll.scrollTop = 300;
    await goBackTo('/');
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' });
    expect(scroll.scrollTop).toBe(300);
  });

  test('going where one is adds no step of history', async () => {
    const { user } = await openAs('/', false);
    const movies = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Movies' });
    await user.click(movies);
    await arriveAt('/movies');
    const { length } = window.history;
    await user.click(movies);
    expect(window.history.length).toBe(length);
    await goBackTo('/');
  });

  test('the top bar changes style after a scroll threshold of 50', async () => {
    await openAs('/', false);
    const topBar = screen.getByRole('banner');
    for (const [scrollY, style] of [
      [50, bar.top],
      [51, bar.scrolled],
      [0, bar.top],
    ] as const) {
      vi.stubGlobal('scrollY', scrollY);
      fireEvent.scroll(window);
      expect(topBar.className).toBe(style);
    }
  });

  test('a skip link leads to the content', async () => {
    await openAs('/', false);
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
    expect(screen.getByRole('main').id).toBe('main');
  });
});

describe('section 2: the drawer', () => {
  test('signed out it has a MENU group and a THEME group', async () => {
    const { drawer } = await openDrawer('/', false);
    expect(drawer.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['Menu', 'MENU', 'THEME']);
    expect(linksOf(drawer.getAllByRole('link'))).toEqual(MAIN);
  });

  test('signed in it has a PERSONAL group as well', async () => {
    const { drawer } = await openDrawer('/', true);
    expect(drawer.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Menu',
      'MENU',
      'PERSONAL',
      'THEME',
    ]);
    expect(linksOf(drawer.getAllByRole('link'))).toEqual([...MAIN, ...PERSONAL]);
  });

  test('menu icons exist for home, movies or TV, tickets, wallet and payments', async () => {
    const { drawer } = await openDrawer('/', true);
    const icons = drawer.getAllByRole('link').map((link) => link.querySelector('svg[aria-hidden=true]'));
    expect(icons.map((icon) => icon?.getAttribute('data-icon'))).toEqual([
      'home',
      'movies',
      'tickets',
      'topup',
      'withdraw',
    ]);
    expect(new Set(icons.map((icon) => icon?.innerHTML)).size).toBe(5);
  });

  test('navigation closes it', async () => {
    const { drawer, user } = await openDrawer('/', false);
    await user.click(drawer.getByRole('link', { name: 'Movies' }));
    await arriveAt('/movies');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('Escape and Close menu close it, and the focus returns to Menu', async () => {
    const { drawer, user } = await openDrawer('/', false);
    await user.click(drawer.getByRole('button', { name: 'Close menu' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' })));
    await user.keyboard('{Enter}');
    await findOpenDialog('Menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' })));
  });
});

describe('section 2: Theme', () => {
  test('default dark', async () => {
    const { drawer } = await openDrawer('/', false);
    expect(drawer.getByRole('switch', { name: 'Dark theme', checked: true })).toBeTruthy();
    expect(document.documentElement.dataset['theme']).not.toBe('light');
  });

  test('it toggles between dark and light (section 4), and is kept', async () => {
    const { drawer, user } = await openDrawer('/', false);
    await user.click(drawer.getByRole('switch', { name: 'Dark theme' }));
    expect(drawer.getByRole('switch', { name: 'Dark theme', checked: false })).toBeTruthy();
    expect(document.documentElement.dataset['theme']).toBe('light');
    expect(window.localStorage.getItem('nobar-now.theme')).toBe('light');
    await user.click(drawer.getByRole('switch', { name: 'Dark theme' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(window.localStorage.getItem('nobar-now.theme')).toBe('dark');
  });

  test('a later visit opens in the theme chosen', async () => {
    window.localStorage.setItem('nobar-now.theme', 'light');
    const { drawer } = await openDrawer('/', false);
    expect(drawer.getByRole('switch', { name: 'Dark theme', checked: false })).toBeTruthy();
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  test('something else in storage leaves it dark', async () => {
    window.localStorage.setItem('nobar-now.theme', 'sepia');
    const { drawer } = await openDrawer('/', false);
    expect(drawer.getByRole('switch', { name: 'Dark theme', checked: true })).toBeTruthy();
  });
});

describe('section 2, Routes: paths without a page', () => {
  test.each(['/no/such/page', '/about/more'])('%s has the not-found page with a way on', async (path) => {
    const { user } = await openAs(path, false);
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
    expect(document.title).toBe('Page not found · Nobar Now');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'See the movies' }));
    await arriveAt('/movies');
  });
});

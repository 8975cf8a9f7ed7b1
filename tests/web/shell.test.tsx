import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { localPath } from '#domain/languages.ts';
import { others } from '#messages/language.ts';
import { openSignedIn, openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt, findOpenDialog, goBackTo, noDialog, openUserMenu, visitMovies } from './visitor.ts';

async function openAs(path: string, isSignedIn: boolean) {
  const product = isSignedIn ? await openSignedIn(path) : await openProduct(await openTestApp(), path);
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

function mainNavigation() {
  return within(screen.getByRole('navigation', { name: 'Main' }));
}

function activeItem() {
  return mainNavigation().getByRole('link', { current: 'page' }).textContent;
}

const MAIN = [
  ['Home', '/'],
  ['Movies', '/movies'],
];

const LISTS = 'MAIN and PERSONAL in tests/web/shell.test.tsx list the links of src/web/layout/NavigationLinks.tsx';

/** The links to a page in the other languages. */
const inOthers = (path: string) => others.map(({ language, name }) => [name, localPath(language, path)]);

const PERSONAL = [
  ['My Tickets', '/my-tickets'],
  ['Top Up', '/topup'],
  ['Withdraw', '/withdraw'],
];

describe('section 2: Shell and navigation', () => {
  test('signed out: the top bar has Sign In and no personal links; the footer has the two-part brand and the main links', async () => {
    await openAs('/movies', false);
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(screen.getByRole('main')).toBeTruthy();
    expect(linksOf(mainNavigation().getAllByRole('link')), LISTS).toEqual(MAIN);
    expect(screen.queryByRole('link', { name: /^(My Tickets|Top Up|Withdraw)$/ })).toBeNull();
    const footer = within(screen.getByRole('contentinfo'));
    expect(linksOf(footer.getAllByRole('link')), LISTS).toEqual([...MAIN, ['About', '/about'], ...inOthers('/movies')]);
    const highlighted = footer.getByText('Now');
    expect(highlighted.parentElement?.textContent).toBe('Nobar Now');
    expect(highlighted.className).not.toBe(highlighted.parentElement?.className);
  });

  test('signed in: the displayName opens a menu with the balance, the personal links and LOG OUT', async () => {
    const { user } = await openAs('/', true);
    expect(linksOf(mainNavigation().getAllByRole('link')), LISTS).toEqual(MAIN);
    const menu = within(await openUserMenu(user));
    const links = [['Balance Rp.0', '/my-info'], ...PERSONAL, ...inOthers('/'), ['LOG OUT', null]];
    expect(linksOf(menu.getAllByRole('menuitem')), LISTS).toEqual(links);
    await user.click(menu.getByRole('menuitem', { name: 'Withdraw' }));
    await arriveAt('/withdraw');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('a new page opens at its top; Back keeps the scroll position that the browser restores', async () => {
    const { user } = await openAs('/', false);
    const scroll = document.documentElement;
    scroll.scrollTop = 500;
    await visitMovies(user);
    await screen.findByRole('heading', { level: 1, name: 'Movies' });
    expect(scroll.scrollTop).toBe(0);
    scroll.scrollTop = 300;
    await goBackTo('/');
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' });
    expect(scroll.scrollTop).toBe(300);
  });

  test('the active item follows the current page; a link to the current page adds no history entry', async () => {
    const { user } = await openAs('/', false);
    await visitMovies(user);
    expect(activeItem()).toBe('Movies');
    const { length } = window.history;
    await visitMovies(user);
    expect(window.history.length).toBe(length);
    await goBackTo('/');
    await waitFor(() => expect(activeItem()).toBe('Home'));
  });
});

describe('section 2: the drawer', () => {
  test('signed in it also has a PERSONAL group; each item has an icon, and the current section is marked', async () => {
    const { drawer } = await openDrawer('/movie/The%20Kid', true);
    const headings = drawer.getAllByRole('heading').map((heading) => heading.textContent);
    expect(headings).toEqual(['Menu', 'MENU', 'PERSONAL', 'THEME']);
    const links = drawer.getAllByRole('link');
    expect(linksOf(links), LISTS).toEqual([...MAIN, ...PERSONAL, ...inOthers('/movie/The%20Kid')]);
    const icons = links.slice(0, -others.length).map((link) => link.querySelector('svg[aria-hidden=true]'));
    const names = ['home', 'movies', 'tickets', 'topup', 'withdraw'];
    expect(
      icons.map((icon) => icon?.getAttribute('data-icon')),
      LISTS,
    ).toEqual(names);
    expect(new Set(icons.map((icon) => icon?.innerHTML)).size).toBe(names.length);
    expect(drawer.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['Movies']);
  });

  test('signed out it has a MENU and a THEME group, focuses its first link, and returns the focus to Menu when it closes', async () => {
    const { drawer, user } = await openDrawer('/', false);
    expect(drawer.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['Menu', 'MENU', 'THEME']);
    expect(linksOf(drawer.getAllByRole('link')), LISTS).toEqual([...MAIN, ...inOthers('/')]);
    expect(document.activeElement).toBe(drawer.getByRole('link', { name: 'Home' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' })));
    await user.keyboard('{Enter}');
    const again = within(await findOpenDialog('Menu'));
    await user.click(again.getByRole('button', { name: 'Close menu' }));
    await noDialog();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' })));
    await user.keyboard('{Enter}');
    await user.click(within(await findOpenDialog('Menu')).getByRole('link', { name: 'Movies' }));
    await arriveAt('/movies');
    await noDialog();
  });
});

describe('section 2: Theme', () => {
  test('is dark by default, also with an invalid stored value; the switch to light persists over a reload', async () => {
    window.localStorage.setItem('nobar-now.theme', 'sepia');
    const { drawer, user, reload } = await openDrawer('/', false);
    const toggle = drawer.getByRole('switch', { name: 'Dark theme', checked: true });
    expect(document.documentElement.dataset['theme']).not.toBe('light');
    await user.click(toggle);
    expect(toggle.ariaChecked).toBe('false');
    expect(document.documentElement.dataset['theme']).toBe('light');
    delete document.documentElement.dataset['theme'];
    reload();
    expect(document.documentElement.dataset['theme']).toBe('light');
  });
});

describe('section 2, Routes: unknown paths', () => {
  test('show the not-found page with a link to the movies', async () => {
    const { user } = await openAs('/about/more', false);
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
    expect(document.title).toBe('Page not found · Nobar Now');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'See the movies' }));
    await arriveAt('/movies');
  });
});

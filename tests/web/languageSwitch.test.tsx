import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { switchLanguage } from '../../src/web/router/switchLanguage.ts';
import { messages } from '../fixtures/messages.ts';
import { broken } from './network.ts';
import { openDocument } from './openDocument.tsx';
import { openSignedIn, openTestApp, passTime } from './openProduct.tsx';
import {
  findOpenDialog,
  findSeat,
  findToast,
  KID_TONIGHT,
  noDialog,
  openUserMenu,
  reviewPurchase,
  visitMovies,
} from './visitor.ts';

const NAME = 'Bahasa Indonesia';
const footerLink = () => within(screen.getByRole('contentinfo', { hidden: true })).getByText(NAME);
const addressOf = (link: HTMLElement) => link.getAttribute('href');

describe('the links to the page in another language', () => {
  test('the footer has one in its own language, with the path and the query of the page', async () => {
    const { user } = await openDocument(await openTestApp(), KID_TONIGHT);
    const link = footerLink();
    expect([link.lang, link.getAttribute('hreflang')]).toEqual(['id', 'id']);
    await waitFor(() => expect(addressOf(link)).toBe(`/id${KID_TONIGHT}`));
    await visitMovies(user);
    expect(addressOf(footerLink())).toBe('/id/movies');
  });

  test('the drawer and the user menu have one', async () => {
    const { user } = await openSignedIn('/topup');
    const menu = await openUserMenu(user);
    expect(addressOf(within(menu).getByRole('menuitem', { name: NAME }))).toBe('/id/topup');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const drawer = within(await findOpenDialog('Menu'));
    expect(addressOf(drawer.getByRole('link', { name: NAME }))).toBe('/id/topup');
  });

  test('they lead on after a command that ends on the same page', async () => {
    const { user, network, testApp } = await openSignedIn(KID_TONIGHT, { balance: 200_000 });
    await findSeat(1);
    const dialog = within(await reviewPurchase(user, [12]));
    network.nextCall('POST user/tickets', broken);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await dialog.findByText(messages.unsettled);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
    expect(addressOf(footerLink())).toBeNull();
    await passTime(testApp, 1000);
    expect(await findToast('bottom-left', messages.purchaseSuccess)).toBeTruthy();
    expect(addressOf(footerLink())).toBe(`/id${KID_TONIGHT}`);
  });
});

/** Clicks inside a link with these attributes. */
function click(attributes: string, options: MouseEventInit = {}) {
  const body = document.createElement('div');
  body.innerHTML = `<a ${attributes}><b>${NAME}</b></a>`;
  document.body.append(body);
  onTestFinished(() => body.remove());
  vi.spyOn(document, 'addEventListener').mockImplementation((...listening) => body.addEventListener(...listening));
  const replaceState = vi.fn<History['replaceState']>();
  const reload = vi.fn<() => void>();
  const chosen: string[] = [];
  switchLanguage({ document, history: { state: { key: 'a' }, replaceState }, location: { reload } }, (language) => {
    chosen.push(language);
  });
  // jsdom cannot follow a link.
  let isPrevented = false;
  body.addEventListener('click', (event) => {
    isPrevented = event.defaultPrevented;
    event.preventDefault();
  });
  body.querySelector('b')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }));
  return { replaced: replaceState.mock.calls, reloads: reload.mock.calls.length, chosen, isPrevented };
}

describe('a click on such a link', () => {
  test('replaces the page, keeps the state of its history entry, and lets the browser restore the scroll position', () => {
    const { chosen, replaced, reloads, isPrevented } = click('href="/id/movies?search=kid" hreflang="id"');
    expect(replaced).toEqual([[{ key: 'a' }, '', `${window.location.origin}/id/movies?search=kid`]]);
    expect([reloads, isPrevented, chosen]).toEqual([1, true, ['id']]);
  });

  test.each([
    ['kid', '/id/movies?from=mail&search=kid'],
    ['tom & jerry', '/id/movies?from=mail&search=tom+%26+jerry'],
    ['', '/id/movies?from=mail'],
  ])('opens the page with the text in the search box, “%s”', (typed, address) => {
    const box = document.createElement('input');
    Object.assign(box, { type: 'search', name: 'search', value: typed });
    document.body.append(box);
    onTestFinished(() => box.remove());
    const { replaced } = click('href="/id/movies?from=mail&search=metro" hreflang="id"');
    expect(replaced).toEqual([[{ key: 'a' }, '', window.location.origin + address]]);
  });

  test.each([
    ['opens another tab', 'href="/id" hreflang="id"', { ctrlKey: true }],
    ['opens another tab on a Mac', 'href="/id" hreflang="id"', { metaKey: true }],
    ['opens a window', 'href="/id" hreflang="id"', { shiftKey: true }],
    ['is on another link', 'href="/movies"', {}],
    ['waits for a command', 'hreflang="id"', {}],
  ])('is left to the browser if it %s', (_, attributes, options) => {
    const { replaced, reloads, isPrevented } = click(attributes, options);
    expect([replaced, reloads, isPrevented]).toEqual([[], 0, false]);
  });
});

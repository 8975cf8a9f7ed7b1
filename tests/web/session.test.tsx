import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPerson, buy } from '../server/people.ts';
import { openTestApp, openProduct, TOKEN_KEY } from './openProduct.tsx';
import { arriveAt, changeToken, findOpenDialog, openUserMenu, visitByMenu } from './visitor.ts';

const ENDED = 'Your session has ended. Please sign in again.';

describe('section 4: App load', () => {
  test('the current user info is fetched with the stored token; on success the user is stored', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    const { network } = await openProduct(testApp, '/', { person });
    expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
    expect(network.callsOf('GET user/info').map(({ authorization }) => authorization)).toEqual([
      `Bearer ${person.token}`,
    ]);
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });

  test('while the user info is on its way neither Sign In nor a name shows', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    const { network } = await openProduct(testApp, '/', {
      person,
      prepare: (way) => {
        way.holdNext('GET user/info');
      },
    });
    await screen.findByRole('region', { name: 'Now Showing' });
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'A Person' })).toBeNull();
    await network.settle();
    expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
  });
});

describe('section 4: Session', () => {
  test('signed in, the tickets are fetched and stored; signed out, the list is emptied', async () => {
    const testApp = await openTestApp();
    const [ana, budi] = [await addPerson(testApp, { balance: 100_000 }), await addPerson(testApp)];
    await buy(testApp, ana);
    const { user, runtime } = await openProduct(testApp, '/my-tickets', { person: ana });
    await screen.findByRole('listitem', { name: 'The Kid' });
    const menu = within(await openUserMenu(user));
    await user.click(menu.getByRole('menuitem', { name: 'LOG OUT' }));
    await arriveAt('/');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(runtime.session.getSnapshot().context).toMatchObject({ user: undefined, tickets: [] });
    window.localStorage.setItem(TOKEN_KEY, budi.token);
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
    await screen.findByRole('button', { name: 'A Person' });
    await visitByMenu(user, 'My Tickets');
    expect(await screen.findByText('You do not have any tickets. Lets book some!')).toBeTruthy();
  });

  test('LOG OUT: the user is cleared, the token removed and revoked at the server', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    const { user, network } = await openProduct(testApp, '/', { person });
    const menu = within(await openUserMenu(user));
    await user.click(menu.getByRole('menuitem', { name: 'LOG OUT' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
    await network.settle();
    expect(network.callsOf('POST user/signout').map(({ authorization }) => authorization)).toEqual([
      `Bearer ${person.token}`,
    ]);
    expect((await testApp.call('GET', 'user/info', { token: person.token })).status).toBe(401);
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  test('a late 401 to the user before does not end the session of the next', async () => {
    const testApp = await openTestApp();
    const [before, next] = [
      await addPerson(testApp, { balance: 50_000 }),
      await addPerson(testApp, { balance: 75_000 }),
    ];
    const { user, network } = await openProduct(testApp, '/topup', { person: before });
    await screen.findByText('Balance Rp.50.000');
    const late = network.holdNext('GET user/tickets');
    changeToken(before.token);
    await late.arrived;
    changeToken(next.token);
    await screen.findByText('Balance Rp.75.000');
    await testApp.call('POST', 'user/signout', { token: before.token });
    await network.settle();
    await user.click(screen.getByRole('radio', { name: '50k' }));
    expect(screen.getByText('Balance Rp.75.000')).toBeTruthy();
    expect(window.localStorage.getItem(TOKEN_KEY)).toBe(next.token);
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  test('a wrong password (403) keeps the session', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 100_000 });
    const { user } = await openProduct(testApp, '/withdraw', { person });
    await user.click(await screen.findByRole('radio', { name: '50k' }));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    const dialog = within(await findOpenDialog('Withdraw'));
    await user.type(dialog.getByLabelText('Password'), 'wrong horse{Enter}');
    await dialog.findByRole('alert');
    expect(window.localStorage.getItem(TOKEN_KEY)).toBe(person.token);
    expect(screen.queryByText(ENDED)).toBeNull();
  });
});

describe('section 4, Token storage: what the browser holds', () => {
  test('site data cleared in another tab signs out here', async () => {
    const testApp = await openTestApp();
    await openProduct(testApp, '/', { person: await addPerson(testApp) });
    await screen.findByRole('button', { name: 'A Person' });
    window.localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  test.each(['\u0000\u0001', 'two words', 'tôken', ''])('%j is no token: nobody is asked for', async (text) => {
    window.localStorage.setItem(TOKEN_KEY, text);
    const { network } = await openProduct(await openTestApp(), '/');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(network.callsOf('GET user/info')).toEqual([]);
    expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
  });
});

describe('section 2: the guard of the personal pages', () => {
  const pages = ['/my-tickets', '/topup', '/withdraw'];

  test.each(pages)('%s with no signed-in user: the sign-in modal opens and the content is not shown', async (path) => {
    const { user } = await openProduct(await openTestApp(), path);
    expect(await findOpenDialog('Sign In')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const main = within(screen.getByRole('main'));
    expect(await main.findByText('Sign in to see this page')).toBeTruthy();
    expect(main.queryByRole('radio')).toBeNull();
    expect(main.queryByText(/Balance|tickets\. Lets book/)).toBeNull();
    expect(main.getAllByRole('button').map((button) => button.textContent)).toEqual(['Sign In']);
    await user.click(main.getByRole('button', { name: 'Sign In' }));
    expect(await findOpenDialog('Sign In')).toBeTruthy();
  });

  test('after sign-in the page opens in place', async () => {
    const testApp = await openTestApp();
    const { user } = await openProduct(testApp, '/topup');
    const dialog = within(await findOpenDialog('Sign In'));
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    const signUp = within(await findOpenDialog('Sign Up'));
    await user.type(signUp.getByLabelText('User name'), 'ana-film');
    await user.type(signUp.getByLabelText('Display name'), 'Ana Film');
    await user.type(signUp.getByLabelText('Password'), 'popcorn & beam');
    await user.type(signUp.getByLabelText('Confirm password'), 'popcorn & beam{Enter}');
    expect(await screen.findByText('Balance Rp.0')).toBeTruthy();
    await arriveAt('/topup');
    expect(screen.queryByText('Sign in to see this page')).toBeNull();
  });

  test.each(pages)(
    '%s: while the session restores neither content nor guard shows, and no dialog flashes',
    async (path) => {
      const testApp = await openTestApp();
      const person = await addPerson(testApp);
      const { network } = await openProduct(testApp, path, {
        person,
        prepare: (way) => {
          way.holdNext('GET user/info');
        },
      });
      let flashes = 0;
      const watcher = new MutationObserver(() => {
        if (screen.queryByText('Sign in to see this page') ?? screen.queryByRole('dialog')) flashes += 1;
      });
      watcher.observe(document.body, { childList: true, subtree: true });
      const main = within(screen.getByRole('main'));
      await main.findByRole('heading', { level: 1 });
      expect(main.queryByRole('button')).toBeNull();
      expect(main.queryByRole('radio')).toBeNull();
      await network.settle();
      expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
      expect(await main.findByText(/^Balance Rp\.0$|^You do not have any tickets/)).toBeTruthy();
      watcher.disconnect();
      expect(flashes, 'the times that a dialog showed').toBe(0);
    },
  );

  test('the public pages open no dialog', async () => {
    await openProduct(await openTestApp(), '/movies');
    await screen.findByRole('link', { name: 'The Kid 1921' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

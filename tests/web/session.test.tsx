import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { bookingOf } from '#domain/booking.ts';
import { messages } from '../fixtures/messages.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { addPerson, PASSWORD } from '../server/people.ts';
import { openTestApp, openProduct, openSignedIn, passTime, TOKEN_KEY } from './openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, hide, noDialog } from './visitor.ts';

/** Changes the token as a sign-in in another tab does. */
function changeToken(token: string): void {
  window.localStorage.setItem(TOKEN_KEY, token);
  window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
}

describe('section 4: Session', () => {
  test('a late 401 for the previous user does not end the session of the next user; a 401 for the next user does', async () => {
    const testApp = await openTestApp();
    const before = await addPerson(testApp, { balance: 50_000 });
    const next = await addPerson(testApp, { balance: 75_000 });
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
    expect(screen.queryByText(messages.sessionEnded)).toBeNull();
    await testApp.call('POST', 'user/signout', { token: next.token });
    await passTime(testApp, 5000);
    hide(false);
    expect(await findToast('top-right', messages.sessionEnded)).toBeTruthy();
    expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
  });
});

describe('section 4, Token storage: invalid tokens', () => {
  test.each(['\u0000\u0001', 'two words', 'tôken', ''])(
    'the stored text %j is removed without a request for the user',
    async (text) => {
      window.localStorage.setItem(TOKEN_KEY, text);
      const { network } = await openProduct(await openTestApp(), '/');
      expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
      expect(network.callsOf('GET user/info')).toEqual([]);
      expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
    },
  );
});

describe('section 2: the guard of the personal pages', () => {
  test('hides the content from a signed-out user, opens the sign-in dialog, and shows the content after sign-in', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    const { user } = await openProduct(testApp, '/topup');
    await findOpenDialog('Sign In');
    await user.keyboard('{Escape}');
    await noDialog();
    const main = within(screen.getByRole('main'));
    expect(await main.findByText(messages.signInToSee)).toBeTruthy();
    expect(main.queryByRole('radio')).toBeNull();
    expect(main.queryByText(/Balance/)).toBeNull();
    expect(main.getAllByRole('button').map((button) => button.textContent)).toEqual(['Sign In']);
    await user.click(main.getByRole('button', { name: 'Sign In' }));
    const dialog = within(await findOpenDialog('Sign In'));
    await user.type(dialog.getByLabelText('User name'), `person-${person.id}`);
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await main.findByText('Balance Rp.0')).toBeTruthy();
    await arriveAt('/topup');
    expect(screen.queryByText(messages.signInToSee)).toBeNull();
  });

  test('section 4, App load: shows neither content nor guard nor Sign In while the session is being restored', async () => {
    const { network, person } = await openSignedIn('/topup', {
      prepare: ({ holdNext }) => void holdNext('GET user/info'),
    });
    const main = within(screen.getByRole('main'));
    await main.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /^(Sign In|A Person)$/ })).toBeNull();
    expect(main.queryByRole('radio')).toBeNull();
    expect(screen.queryByText(messages.signInToSee) ?? screen.queryByRole('dialog')).toBeNull();
    expect(network.callsOf('GET user/info')[0]?.authorization).toBe(`Bearer ${person.token}`);
    await network.settle();
    expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
    expect(await main.findByText('Balance Rp.0')).toBeTruthy();
  });
});

describe('changes made in another tab or on another device', () => {
  test('a ticket bought in another tab shows in this one without a toast', async () => {
    const { openTab } = await openSignedIn('/my-tickets', { balance: 100_000 });
    const { session, confirm } = openTab();
    await waitFor(() => expect(session.getSnapshot().matches({ signedIn: { ready: 'current' } })).toBe(true));
    const booking = bookingOf('The Kid', theKid, { date: '05 Mar', time: '20.35' }, [30]);
    confirm({ kind: 'purchase', booking, movieId: theKid.id, beside: [] });
    expect(await screen.findByText('Seat 30')).toBeTruthy();
    expect(screen.queryByText(messages.purchaseSuccess)).toBeNull();
  });

  test('a tab that is shown again requests the user without an overlay, at most every 5 s', async () => {
    const { network, testApp } = await openSignedIn('/topup', { balance: 200_000 });
    await screen.findByText('Balance Rp.200.000');
    await network.settle();
    const request = async () => {
      hide(true);
      hide(false);
      await passTime(testApp, 0);
      expect(screen.queryByText('Loading')).toBeNull();
      await network.settle();
      return network.callsOf('GET user/info').length;
    };
    expect(await request(), 'just loaded').toBe(1);
    await passTime(testApp, 5000);
    expect(await request(), 'the requests for the user').toBe(2);
    await passTime(testApp, 4500);
    expect(await request(), 'the requests for the user').toBe(2);
    await passTime(testApp, 500);
    expect(await request(), 'the requests for the user').toBe(3);
  });
});

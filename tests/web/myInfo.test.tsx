import { screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { sessionUserSchema } from '#contract/user.ts';
import { addPerson, PASSWORD } from '../server/people.ts';
import { unreachable } from './network.ts';
import { openTestApp, openProduct, openSignedIn } from './openProduct.tsx';
import { arriveAt, findToast } from './visitor.ts';

async function openMyInfo() {
  const product = await openSignedIn('/my-info', { balance: 65_000 });
  return { ...product, signOut: await screen.findByRole('button', { name: 'Sign out other devices' }) };
}

describe('the account page', () => {
  test('shows username, display name, age and balance; reliability 28: markup in the display name is text', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 65_000 });
    const display_name = '<img src=x onerror=alert(1)>';
    await testApp.db.updateTable('users').set({ display_name }).execute();
    await openProduct(testApp, '/my-info', { person });
    const main = within(screen.getByRole('main'));
    const facts = await main.findAllByRole('definition');
    expect(facts.map((fact) => fact.textContent)).toEqual([`person-${person.id}`, display_name, '30', 'Rp.65.000']);
    const terms = main.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['User name', 'Display name', 'Age', 'Balance']);
    expect(document.title).toBe('My Info · Nobar Now');
  });

  test.each(['/topup', '/withdraw', '/transactions'])(
    'is reached from %s and leads on to Transactions',
    async (path) => {
      const { user } = await openSignedIn(path);
      await user.click(await screen.findByRole('link', { name: 'My Info' }));
      await arriveAt('/my-info');
      await user.click(await screen.findByRole('link', { name: 'Transactions' }));
      await arriveAt('/transactions');
    },
  );
});

describe('Sign out other devices', () => {
  test('ends the sign-ins elsewhere with one call, says how many, and this one goes on', async () => {
    const { testApp, person, network, signOut, user } = await openMyInfo();
    const body = { username: `person-${person.id}`, password: PASSWORD };
    const phone = v.parse(sessionUserSchema, (await testApp.call('POST', 'user/signin', { body })).body);
    const call = network.holdNext('DELETE user/sessions');
    await user.dblClick(signOut);
    await call.arrived;
    expect(signOut.getAttribute('aria-disabled')).toBe('true');
    await user.click(signOut);
    call.release();
    expect(await findToast('top-right', '1 other device was signed out')).toBeTruthy();
    expect(network.callsOf('DELETE user/sessions').map(({ authorization }) => authorization)).toEqual([
      `Bearer ${person.token}`,
    ]);
    expect(document.activeElement).toBe(signOut);
    expect((await testApp.call('GET', 'user/info', { token: phone.token })).status).toBe(401);
    await user.click(signOut);
    expect(await findToast('top-right', 'No other device was signed in')).toBeTruthy();
  });

  test('section 8: unreachable, an error toast, and it can be asked again', async () => {
    const { network, signOut, user } = await openMyInfo();
    network.nextCall('DELETE user/sessions', unreachable);
    await user.click(signOut);
    expect(await findToast('top-right', messages.unreachable)).toBeTruthy();
    await user.click(signOut);
    expect(await findToast('top-right', 'No other device was signed in')).toBeTruthy();
  });
});

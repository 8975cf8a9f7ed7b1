import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isSignedIn, signInAgain } from '../server/people.ts';
import { openSignedIn } from './openProduct.tsx';
import { arriveAt, findToast } from './visitor.ts';

async function openMyInfo() {
  const product = await openSignedIn('/my-info', { balance: 65_000 });
  return { ...product, signOut: await screen.findByRole('button', { name: 'Sign out other devices' }) };
}

describe('the account page', () => {
  test('shows username, display name, age and balance', async () => {
    const { person } = await openMyInfo();
    const main = within(screen.getByRole('main'));
    const facts = main.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual([`person-${person.id}`, 'A Person', '30', 'Rp.65.000']);
    const terms = main.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['User name', 'Display name', 'Age', 'Balance']);
    expect(document.title).toBe('My Info · Nobar Now');
  });

  test.each(['/topup', '/withdraw', '/transactions'])('%s links to it, and it links to Transactions', async (path) => {
    const { user } = await openSignedIn(path);
    await user.click(await screen.findByRole('link', { name: 'My Info' }));
    await arriveAt('/my-info');
    await user.click(await screen.findByRole('link', { name: 'Transactions' }));
    await arriveAt('/transactions');
  });
});

describe('Sign out other devices', () => {
  test('ends all other sessions with one request, says how many, and keeps the current session', async () => {
    const { testApp, person, network, signOut, user } = await openMyInfo();
    const phone = await signInAgain(testApp, person);
    const call = network.holdNext('DELETE user/sessions');
    await user.dblClick(signOut);
    await call.arrived;
    expect(signOut.getAttribute('aria-disabled')).toBe('true');
    await user.click(signOut);
    call.release();
    expect(await findToast('top-right', '1 other device was signed out')).toBeTruthy();
    expect(network.callsOf('DELETE user/sessions')).toHaveLength(1);
    expect(document.activeElement).toBe(signOut);
    expect([await isSignedIn(testApp, phone), await isSignedIn(testApp, person)]).toEqual([false, true]);
  });
});

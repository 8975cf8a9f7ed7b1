import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { recordingText } from '../../src/inspector/recording/recording.ts';
import { recordVisit } from '../../src/inspector/recording/recordVisit.ts';
import movies from '../../src/server/store/catalogue/movies.json';
import { checkRecording } from '../../src/tooling/checkRecording.ts';
import { createRedaction } from '../../src/web/inspection/redaction.ts';
import { addPerson } from '../server/people.ts';
import { openTestApp, openProduct, passTime, TOKEN_KEY } from './openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, KID_TONIGHT, openUserMenu, reviewPurchase } from './visitor.ts';

const ANA = {
  username: 'ana.rahasia',
  displayName: 'Ana Maria Wijaya',
  password: 'popcorn & beam',
  newPassword: 'curtain-in-row-f',
};
const MISTYPED = { password: 'popcorn & bean', displayName: 'Wijaya!', search: 'grandmother' };

/** Records the product as the inspector does, on the clock of the test. */
async function openRecorded(path: string, balance?: number) {
  const testApp = await openTestApp({ movies });
  const person = balance === undefined ? undefined : await addPerson(testApp, { balance });
  let passed = 0;
  const { text, address } = createRedaction();
  const visit = recordVisit({
    now: () => passed,
    epochMilliseconds: () => testApp.clock.now,
    address: () => address(location),
    text,
    build: 'test',
  });
  const product = await openProduct(testApp, path, { inspect: visit.inspect, ...(person && { person }) });
  setInterval(() => {
    passed += 10;
  }, 10);
  return { testApp, visit, ...product };
}

async function visit(user: UserEvent, name: string) {
  await user.click(within(await openUserMenu(user, ANA.displayName)).getByRole('menuitem', { name }));
}

async function enter(user: UserEvent, form: ReturnType<typeof within>, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabelText(label);
    await user.clear(field);
    await user.type(field, value);
  }
}

describe('a recording', () => {
  test('of a whole life holds nothing of the visitor, and is repeated by the same machines without a difference', async () => {
    const { testApp, network, user, visit: record } = await openRecorded(KID_TONIGHT);
    const secrets = new Set<string>([...Object.values(ANA), ...Object.values(MISTYPED)]);

    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    const signIn = within(await findOpenDialog('Sign In'));
    await user.click(signIn.getByRole('button', { name: 'Sign Up' }));
    const signUp = within(await findOpenDialog('Sign Up'));
    await enter(user, signUp, {
      'User name': ANA.username,
      'Display name': MISTYPED.displayName,
      Age: '30',
      Password: ANA.password,
      'Confirm password': MISTYPED.password,
    });
    await user.click(signUp.getByRole('button', { name: 'Sign Up' }));
    await signUp.findByText('Confirm password does not match with your password');
    await enter(user, signUp, { 'Display name': ANA.displayName, 'Confirm password': ANA.password });
    await user.click(signUp.getByRole('button', { name: 'Sign Up' }));
    await screen.findByRole('button', { name: ANA.displayName });
    secrets.add(window.localStorage.getItem(TOKEN_KEY) ?? '');

    await visit(user, 'Top Up');
    await user.click(await screen.findByRole('radio', { name: '500k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    await user.click(within(await findOpenDialog('Top Up')).getByRole('button', { name: 'Confirm' }));
    await findToast('bottom-left', 'Successfully top up the balance');
    await passTime(testApp, 1500);
    await arriveAt('/');

    const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(navigation.getByRole('link', { name: 'Movies' }));
    await user.type(await screen.findByRole('searchbox'), MISTYPED.search);
    await user.clear(screen.getByRole('searchbox'));
    await user.click(await screen.findByRole('link', { name: /The Kid/ }));
    await user.click(await screen.findByRole('button', { name: '05 Mar' }));
    await user.click(await screen.findByRole('button', { name: '20.35' }));
    const buying = within(await reviewPurchase(user, [12, 13]));
    const booked = network.holdAnswer('POST user/tickets');
    await user.click(buying.getByRole('button', { name: 'Buy' }));
    await booked.arrived;
    booked.release();
    await findToast('bottom-left', 'Successful purchase of tickets');
    await passTime(testApp, 1500);
    await arriveAt('/');
    for (const { idempotencyKey } of network.calls) secrets.add(idempotencyKey ?? '-none-');

    await visit(user, 'My Tickets');
    await user.click(await screen.findByRole('link', { name: 'Open ticket for The Kid' }));
    await screen.findByRole('article', { name: 'The Kid' });
    secrets.add(window.location.pathname.split('/').at(-1) ?? '');
    await visit(user, 'My Tickets');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    const cancelling = within(await findOpenDialog('Cancel Ticket'));
    await user.type(cancelling.getByLabelText('Password'), MISTYPED.password);
    await user.click(cancelling.getByRole('button', { name: 'Cancel Ticket' }));
    await cancelling.findByText('Wrong password');
    await user.clear(cancelling.getByLabelText('Password'));
    await user.type(cancelling.getByLabelText('Password'), ANA.password);
    await user.click(cancelling.getByRole('button', { name: 'Cancel Ticket' }));
    await findToast('top-right', 'Ticket cancelled');

    await visit(user, 'Withdraw');
    await user.click(await screen.findByRole('radio', { name: '50k' }));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    const withdrawing = within(await findOpenDialog('Withdraw'));
    await user.type(withdrawing.getByLabelText('Password'), ANA.password);
    await user.click(withdrawing.getByRole('button', { name: 'Confirm' }));
    await findToast('bottom-left', 'Withdrawal successful');
    await passTime(testApp, 1500);
    await arriveAt('/');

    const menu = within(await openUserMenu(user, ANA.displayName));
    await user.click(menu.getByRole('menuitem', { name: /^Balance/ }));
    const form = within(await screen.findByRole('form', { name: 'Password' }));
    await enter(user, form, {
      'Current password': ANA.password,
      'New password': ANA.newPassword,
      'Confirm new password': ANA.newPassword,
    });
    await user.click(form.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Your password was changed, and no other device is signed in.');
    await user.click(within(await openUserMenu(user, ANA.displayName)).getByRole('menuitem', { name: 'LOG OUT' }));
    await screen.findByRole('button', { name: 'Sign In' });

    const text = recordingText(record.recording());
    for (const secret of secrets) expect(text).not.toContain(secret);
    const { brokenRules, changed, differences } = await checkRecording(text);
    expect({ brokenRules, changed, differences }).toEqual({ brokenRules: [], changed: [], differences: [] });
  });
});

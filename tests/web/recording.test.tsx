import * as v from 'valibot';
import { moviesSchema } from '#contract/movie.ts';
import shipped from '../../src/server/store/catalogue/movies.json';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording } from '../../src/tooling/checkRecording.ts';
import { createRedaction } from '../../src/web/inspectorOptions/redaction.ts';
import { messages } from '../fixtures/messages.ts';
import { openTestApp, openProduct, passTime, TOKEN_KEY } from './openProduct.tsx';
import {
  arriveAt,
  findOpenDialog,
  findToast,
  KID_TONIGHT,
  openUserMenu,
  reviewPurchase,
  visitMovies,
} from './visitor.ts';

const ANA = {
  username: 'ana.rahasia',
  displayName: 'Ana Maria Wijaya',
  password: 'popcorn & beam',
  newPassword: 'curtain-in-row-f',
};
const MISTYPED = { password: 'popcorn & bean', displayName: 'Wijaya!', search: 'grandmother' };

async function enter(user: UserEvent, form: ReturnType<typeof within>, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabelText(label);
    await user.clear(field);
    await user.paste(value);
  }
}

describe('a recording', () => {
  test('of a long visit contains no personal data, and replays without a difference', async () => {
    const testApp = await openTestApp({ movies: v.parse(moviesSchema, shipped) });
    const { text: redact, address } = createRedaction();
    let passed = 0;
    const record = recordVisit({
      now: () => passed,
      epochMilliseconds: () => testApp.clock.now,
      address: () => address(location),
      text: redact,
      build: 'test',
    });
    const { network, user } = await openProduct(testApp, KID_TONIGHT, { inspect: record.inspect });
    setInterval(() => {
      passed += 10;
    }, 10);
    const visit = async (item: string | RegExp) =>
      user.click(within(await openUserMenu(user, ANA.displayName)).getByRole('menuitem', { name: item }));
    const confirm = async (name: string, button: string, password?: string) => {
      const dialog = within(await findOpenDialog(name));
      if (password !== undefined) await enter(user, dialog, { Password: password });
      await user.click(dialog.getByRole('button', { name: button }));
    };
    const goHomeAfter = async (message: string) => {
      await findToast('bottom-left', message);
      await passTime(testApp, 1500);
      await arriveAt('/');
    };
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

    await visit('Top Up');
    await user.click(await screen.findByRole('radio', { name: '500k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    await confirm('Top Up', 'Confirm');
    await goHomeAfter(messages.topUpSuccess);

    await visitMovies(user);
    await user.type(await screen.findByRole('searchbox'), MISTYPED.search);
    await user.clear(screen.getByRole('searchbox'));
    await user.click(await screen.findByRole('link', { name: /The Kid/ }));
    await user.click(await screen.findByRole('button', { name: '05 Mar' }));
    await user.click(await screen.findByRole('button', { name: '20.35' }));
    await reviewPurchase(user, [12, 13]);
    await confirm('Buy Tickets', 'Buy');
    await goHomeAfter(messages.purchaseSuccess);
    for (const { idempotencyKey } of network.calls) secrets.add(idempotencyKey ?? '-none-');

    await visit('My Tickets');
    await user.click(await screen.findByRole('link', { name: 'Open ticket for The Kid' }));
    await screen.findByRole('article', { name: 'The Kid' });
    secrets.add(window.location.pathname.split('/').at(-1) ?? '');
    await visit('My Tickets');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await confirm('Cancel Ticket', 'Cancel Ticket', MISTYPED.password);
    await within(await findOpenDialog('Cancel Ticket')).findByText('Wrong password');
    await confirm('Cancel Ticket', 'Cancel Ticket', ANA.password);
    await findToast('top-right', messages.cancelSuccess);

    await visit('Withdraw');
    await user.click(await screen.findByRole('radio', { name: '50k' }));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await confirm('Withdraw', 'Confirm', ANA.password);
    await goHomeAfter(messages.withdrawSuccess);

    await visit(/^Balance/);
    const form = within(await screen.findByRole('form', { name: 'Password' }));
    await enter(user, form, {
      'Current password': ANA.password,
      'New password': ANA.newPassword,
      'Confirm new password': ANA.newPassword,
    });
    await user.click(form.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Your password was changed, and no other device is signed in.');
    await visit('LOG OUT');
    await screen.findByRole('button', { name: 'Sign In' });

    const text = recordingText(record.recording());
    for (const secret of secrets) expect(text).not.toContain(secret);
    const { brokenRules, changed, differences } = await checkRecording(text);
    expect({ brokenRules, changed, differences }).toEqual({ brokenRules: [], changed: [], differences: [] });
  });
});

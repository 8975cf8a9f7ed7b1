import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { withdrawModel } from '../../models/withdrawModel.ts';
import { PASSWORD } from '../../server/people.ts';
import { noDialog } from '../visitor.ts';
import { walkEveryWay } from './walkEveryWay.ts';
import { isChosen, openWalletPage } from './walletPage.ts';

walkEveryWay(withdrawModel, async () => {
  const { user, network, findDialog, press, pressPage, balanceIs, dialogShows, acts, sights } = await openWalletPage({
    name: 'Withdraw',
    path: '/withdraw',
    call: 'PUT user/balance',
    success: messages.withdrawSuccess,
    balance: 160_000,
    balanceAfter: 10_000,
    enter: (product) => enterPassword(product.user, PASSWORD),
  });
  const typeAmount = async (amount: string) => {
    const field = screen.getByRole('spinbutton', { name: 'Other amount' });
    await user.clear(field);
    await user.type(field, amount);
  };
  const confirmWith = async (password: string) => {
    await enterPassword(user, password);
    await press('Confirm');
  };
  const isRefused = async (message: RegExp) => {
    expect((await (await findDialog()).findByRole('alert')).textContent).toMatch(message);
    await balanceIs(160_000);
  };

  return {
    acts: {
      ...acts,
      'ask for nothing': pressPage,
      'ask for 500001': async () => {
        await typeAmount('500001');
        await pressPage();
      },
      'choose 200k': () => user.click(screen.getByRole('radio', { name: '200k' })),
      'type 123456': () => typeAmount('123456'),
      'confirm without a password': () => press('Confirm'),
      'confirm with a wrong password': () => confirmWith('wrong horse'),
      confirm: async () =>
        (await findDialog()).queryByText('Rp.200.000') === null ? acts.confirm() : confirmWith(PASSWORD),
    },
    sights: {
      ...sights,
      choosing: async () => expect(screen.queryByRole('alert')).toBeNull(),
      tooSmall: () => amountIsRefused('Withdraw amount must be greater than 0'),
      tooLarge: () => amountIsRefused('Maximum withdraw amount is Rp.500.000'),
      chosen: async () => {
        await isChosen('150k', 'Rp.150.000');
        expect(screen.queryByText(/^(Withdraw amount must|Maximum withdraw)/)).toBeNull();
      },
      typed: async () => {
        expect(screen.getByText('Rp.123.456')).toBeTruthy();
        expect(screen.queryByRole('radio', { checked: true })).toBeNull();
      },
      dear: async () => {
        await noDialog();
        expect(screen.getByText('Rp.200.000')).toBeTruthy();
      },
      confirmingDear: () => dialogShows(['Rp.200.000', 'Rp.160.000']),
      refused: () => isRefused(/balance/i),
      confirming: () => dialogShows(['Rp.150.000', 'Rp.160.000']),
      passwordMissing: async () => {
        await isRefused(/^Password is required!$/);
        expect(network.callsOf('PUT user/balance')).toEqual([]);
      },
      passwordWrong: () => isRefused(/password/i),
    },
  };
});

async function enterPassword(user: UserEvent, password: string): Promise<void> {
  const field = await screen.findByLabelText('Password');
  await user.clear(field);
  await user.type(field, password);
}

async function amountIsRefused(message: string): Promise<void> {
  expect(await screen.findByRole('spinbutton', { name: 'Other amount', description: message })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
}

import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { topUpModel } from '../../models/topUpModel.ts';
import { walkEveryWay } from './walkEveryWay.ts';
import { isChosen, openWalletPage } from './walletPage.ts';

walkEveryWay(topUpModel, async () => {
  const { user, pressPage, dialogShows, acts, sights } = await openWalletPage({
    name: 'Top Up',
    path: '/topup',
    call: 'POST user/balance',
    success: messages.topUpSuccess,
    balance: 20_000,
    balanceAfter: 170_000,
  });
  return {
    acts: {
      ...acts,
      'press Top Up in vain': pressPage,
      'choose 1.5m': () => user.click(screen.getByRole('radio', { name: '1.5m' })),
    },
    sights: {
      ...sights,
      choosing: async () => {
        expect(screen.queryByRole('radio', { checked: true })).toBeNull();
        expect(screen.queryByRole('dialog')).toBeNull();
      },
      chosenLargest: () => isChosen('1.5m', 'Rp.1.500.000'),
      confirming: () => dialogShows(['Rp.150.000', 'Rp.170.000']),
    },
  };
});

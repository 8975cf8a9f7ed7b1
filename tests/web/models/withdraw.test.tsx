import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { withdrawModel } from '../../models/withdrawModel.ts';
import { addPerson, balanceOf, PASSWORD } from '../../server/people.ts';
import { unreachable } from '../network.ts';
import { openHouse, openProduct, passTime } from '../openProduct.tsx';
import { findToast, whereabouts } from '../visitor.ts';
import { inStoppedTime } from './inStoppedTime.ts';
import { walkEveryWay } from './walkEveryWay.ts';

const SUCCESS = 'Withdrawal successful';

walkEveryWay(withdrawModel, async () => {
  const house = await openHouse();
  const person = await addPerson(house, { balance: 160_000 });
  const { user, network } = await openProduct(house, '/withdraw', { person });
  await screen.findByText('Balance Rp.160.000');

  const press = async (name: string) => user.click((await findDialog()).getByRole('button', { name }));
  const confirm = async (password: string) => {
    const field = (await findDialog()).getByLabelText('Password');
    await user.clear(field);
    if (password !== '') await user.type(field, password);
    await press('Confirm');
  };
  const typeAmount = async (amount: string) => {
    const field = screen.getByRole('spinbutton', { name: 'Other amount' });
    await user.clear(field);
    await user.type(field, amount);
  };
  const pressWithdraw = () => user.click(screen.getByRole('button', { name: 'Withdraw' }));
  const balanceIs = async (balance: number) => expect(await balanceOf(house, person)).toBe(balance);

  return {
    acts: {
      'ask for nothing': pressWithdraw,
      'ask for 500001': async () => {
        await typeAmount('500001');
        await pressWithdraw();
      },
      'choose 150k': () => user.click(screen.getByRole('radio', { name: '150k' })),
      'choose 200k': () => user.click(screen.getByRole('radio', { name: '200k' })),
      'type 123456': () => typeAmount('123456'),
      'open the dialog': pressWithdraw,
      'go back': () => press('Back'),
      'confirm without a password': () => confirm(''),
      'confirm with a wrong password': () => confirm('wrong horse'),
      'confirm without a line': async () => {
        network.nextCall('PUT user/balance', unreachable);
        await confirm(PASSWORD);
      },
      confirm: async () => {
        if ((await findDialog()).queryByText('Rp.200.000') !== null) return confirm(PASSWORD);
        const call = 'PUT user/balance';
        return inStoppedTime({ house, network }, { call, press: () => confirm(PASSWORD), success: SUCCESS });
      },
      'confirm twice at once': async () => {
        await user.type((await findDialog()).getByLabelText('Password'), PASSWORD);
        const button = (await findDialog()).getByRole('button', { name: 'Confirm' });
        await inStoppedTime(
          { house, network },
          {
            call: 'PUT user/balance',
            press: () => user.dblClick(button),
            meanwhile: async () => {
              await user.click(button);
              await user.keyboard('{Enter}');
            },
            success: SUCCESS,
          },
        );
        expect(network.callsOf('PUT user/balance')).toHaveLength(1);
      },
      'wait 1499 ms': () => passTime(house, 1499),
      'wait 1 ms': () => passTime(house, 1),
    },
    sights: {
      choosing: async () => expect(screen.queryByRole('alert')).toBeNull(),
      tooSmall: () => amountIsRefused('Withdraw amount must be greater than 0'),
      tooLarge: () => amountIsRefused('Maximum withdraw amount is Rp.500.000'),
      chosen: async () => {
        await noDialog();
        expect(screen.getByRole('radio', { name: '150k', checked: true })).toBeTruthy();
        expect(screen.getByText('Rp.150.000')).toBeTruthy();
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
      refused: async () => {
        expect(await alertInDialog()).toMatch(/balance/i);
        await balanceIs(160_000);
      },
      confirming: async () => {
        await dialogShows(['Rp.150.000', 'Rp.160.000']);
        expect((await findDialog()).queryByRole('alert')).toBeNull();
      },
      passwordMissing: async () => {
        expect(await alertInDialog()).toBe('Password is required!');
        expect(network.callsOf('PUT user/balance')).toEqual([]);
      },
      passwordWrong: async () => {
        expect(await alertInDialog()).toMatch(/password/i);
        await balanceIs(160_000);
      },
      failed: async () => {
        const sentence = 'The cinema cannot be reached. Check your connection and try again.';
        expect(await alertInDialog()).toBe(sentence);
        expect(await findToast('bottom-left', sentence)).toBeTruthy();
        await balanceIs(160_000);
      },
      paid: async () => {
        expect(screen.getByText(SUCCESS)).toBeTruthy();
        expect(screen.getByText('Balance Rp.10.000')).toBeTruthy();
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(whereabouts()).toBe('/withdraw');
        await balanceIs(10_000);
      },
      lingering: async () => expect(whereabouts()).toBe('/withdraw'),
      home: async () => expect(whereabouts()).toBe('/'),
    },
  };
});

async function findDialog() {
  return within(await screen.findByRole('dialog', { name: 'Withdraw' }));
}

async function dialogShows(facts: readonly string[]): Promise<void> {
  expect((await findDialog()).getAllByRole('definition').map((fact) => fact.textContent)).toEqual(facts);
}

async function alertInDialog(): Promise<string> {
  return (await (await findDialog()).findByRole('alert')).textContent;
}

async function noDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

async function amountIsRefused(sentence: string): Promise<void> {
  expect(await screen.findByRole('spinbutton', { name: 'Other amount', description: sentence })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
}

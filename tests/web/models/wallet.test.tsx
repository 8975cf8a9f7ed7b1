import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '../../fixtures/messages.ts';
import { formatRupiah } from '#domain/money.ts';
import { topUpModel } from '../../models/topUpModel.ts';
import { withdrawModel } from '../../models/withdrawModel.ts';
import { balanceOf, PASSWORD } from '../../server/people.ts';
import type { CallKind } from '../network.ts';
import { openSignedIn, passTime } from '../openProduct.tsx';
import { goBackTo, noDialog, pathAndQuery } from '../visitor.ts';
import { confirmDialog } from './confirmDialog.ts';
import { walkEveryWay } from './walkEveryWay.ts';
import { rules } from '#messages/rules.ts';

interface Wallet {
  readonly name: string;
  readonly path: string;
  readonly call: CallKind;
  readonly success: string;
  readonly balance: number;
  readonly balanceAfter: number;
  /** The request body for Rp.150.000. */
  readonly body: { readonly amount: number; readonly password?: string };
  /** The texts of the dialog for Rp.150.000. */
  readonly facts: readonly string[];
}

walkEveryWay(topUpModel, () =>
  openWallet({
    name: 'Top Up',
    path: '/topup',
    call: 'POST user/balance',
    success: messages.topUpSuccess,
    balance: 20_000,
    balanceAfter: 170_000,
    body: { amount: 150_000 },
    facts: ['Rp.150.000', 'Rp.170.000'],
  }),
);

walkEveryWay(withdrawModel, () =>
  openWallet({
    name: 'Withdraw',
    path: '/withdraw',
    call: 'PUT user/balance',
    success: messages.withdrawSuccess,
    balance: 160_000,
    balanceAfter: 10_000,
    body: { amount: 150_000, password: PASSWORD },
    facts: ['Rp.150.000', 'Rp.160.000'],
  }),
);

async function openWallet({ name, path, call, success, balance, balanceAfter, body, facts }: Wallet) {
  const product = await openSignedIn(path, { balance });
  const { testApp, person, user, network } = product;
  await screen.findByText(`Balance ${formatRupiah(balance)}`);
  const enter = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await user.type(field, text);
  };
  const enterPassword = async (password = body.password) => {
    if (password !== undefined) await enter(await screen.findByLabelText('Password'), password);
  };
  const dialog = confirmDialog(product, {
    dialog: name,
    button: 'Confirm',
    call,
    success,
    placement: 'bottom-left',
    enter: enterPassword,
  });
  const typeAmount = (amount: string) => enter(screen.getByRole('spinbutton', { name: 'Other amount' }), amount);
  const choose = (chip: string) => user.click(screen.getByRole('radio', { name: chip }));
  const pressPage = () => user.click(screen.getByRole('button', { name }));
  const balanceIs = async (rupiah: number) => expect(await balanceOf(testApp, person)).toBe(rupiah);
  const dialogShows = async (shown: readonly string[]) => {
    expect((await dialog.find()).getAllByRole('definition').map((fact) => fact.textContent)).toEqual(shown);
    expect((await dialog.find()).queryByRole('alert')).toBeNull();
  };
  const isRefused = async (message: RegExp) => {
    expect(await dialog.alertText()).toMatch(message);
    await balanceIs(balance);
  };
  const isPaidAt = async (address: string) => {
    await dialog.isAnnouncedAt(address);
    await balanceIs(balanceAfter);
  };
  let steps = 0;

  return {
    acts: {
      'press Top Up without an amount': pressPage,
      'press Withdraw without an amount': pressPage,
      'request 500001': async () => {
        await typeAmount('500001');
        await pressPage();
      },
      'choose 150k': () => choose('150k'),
      'choose 200k': () => choose('200k'),
      'choose 1.5m': () => choose('1.5m'),
      'type 123456': () => typeAmount('123456'),
      'open the dialog': pressPage,
      'go back': () => dialog.press('Back'),
      'confirm without a password': () => dialog.press('Confirm'),
      'confirm with a wrong password': async () => {
        await enterPassword('wrong horse');
        await dialog.press('Confirm');
      },
      confirm: async () =>
        (await dialog.find()).queryByText('Rp.200.000') === null ? dialog.confirmInStoppedTime() : dialog.confirm(),
      'confirm and leave the page': dialog.confirmAndLeave,
      'wait for the response': dialog.releaseResponse,
      'return to the page': () => goBackTo(path),
      'wait for the response on the page': dialog.waitForSuccess,
      'wait 1499 ms': () => passTime(testApp, 1499),
      'wait 1 ms': () => passTime(testApp, 1),
    },
    checks: {
      choosing: async () => {
        expect(screen.queryByRole('radio', { checked: true })).toBeNull();
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(screen.queryByRole('alert')).toBeNull();
      },
      tooSmall: () => amountIsRefused(rules.withdrawalTooSmall),
      tooLarge: () => amountIsRefused(rules.withdrawalTooLarge),
      chosen: () => isChosen('150k', 'Rp.150.000'),
      chosenLargest: () => isChosen('1.5m', 'Rp.1.500.000'),
      aboveBalance: () => isChosen('200k', 'Rp.200.000'),
      typed: async () => {
        expect(screen.getByText('Rp.123.456')).toBeTruthy();
        expect(screen.queryByRole('radio', { checked: true })).toBeNull();
      },
      confirming: () => dialogShows(facts),
      confirmingAboveBalance: () => dialogShows(['Rp.200.000', 'Rp.160.000']),
      refused: () => isRefused(/balance/i),
      passwordMissing: async () => {
        await isRefused(/^Password is required!$/);
        expect(network.callsOf(call)).toEqual([]);
      },
      passwordWrong: () => isRefused(/password/i),
      otherPage: dialog.isOnOtherPage,
      notifiedOnOtherPage: () => isPaidAt('/movies'),
      paying: async () => {
        await dialog.says('Rp.150.000');
        await dialog.isBusy();
      },
      paid: async () => {
        expect(screen.getByText(success)).toBeTruthy();
        expect(screen.getByText(`Balance ${formatRupiah(balanceAfter)}`)).toBeTruthy();
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(pathAndQuery()).toBe(path);
        await balanceIs(balanceAfter);
        const authorization = `Bearer ${person.token}`;
        expect(network.callsOf(call).at(-1)).toEqual({
          kind: call,
          authorization,
          idempotencyKey: expect.any(String),
          body,
        });
        steps = window.history.length;
      },
      beforeRedirect: async () => expect(pathAndQuery()).toBe(path),
      home: async () => {
        expect(pathAndQuery()).toBe('/');
        expect(window.history.length, 'Back does not lead to the finished form').toBe(steps);
      },
    },
  };
}

async function amountIsRefused(message: string): Promise<void> {
  expect(await screen.findByRole('spinbutton', { name: 'Other amount', description: message })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
}

async function isChosen(chip: string, amount: string): Promise<void> {
  await noDialog();
  expect(screen.getByRole('radio', { name: chip, checked: true })).toBeTruthy();
  expect(screen.getByText(amount)).toBeTruthy();
  expect(screen.queryByText(/^(Withdraw amount must|Maximum withdraw)/)).toBeNull();
}

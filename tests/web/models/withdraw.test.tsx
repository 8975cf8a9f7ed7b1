import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { navigate } from '#machines/navigation.ts';
import { withdrawModel } from '../../models/withdrawModel.ts';
import { addPerson, balanceOf, PASSWORD } from '../../server/people.ts';
import { answerLost, unreachable, type MockResponse, type HeldCall } from '../network.ts';
import { openTestApp, openProduct, passTime } from '../openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, goBackTo, quietLine, whereabouts, noDialog } from '../visitor.ts';
import { inStoppedTime, stopTimeAtSuccess } from './inStoppedTime.ts';
import { walkEveryWay } from './walkEveryWay.ts';

const SUCCESS = 'Withdrawal successful';

walkEveryWay(withdrawModel, async () => {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 160_000 });
  const { user, network, runtime } = await openProduct(testApp, '/withdraw', { person });
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
  const payInStoppedTime = (press: () => Promise<void>) =>
    inStoppedTime({ testApp, network }, { call: 'PUT user/balance', press, success: SUCCESS });
  const confirmBut = async (mockResponse: MockResponse) => {
    network.nextCall('PUT user/balance', mockResponse);
    await confirm(PASSWORD);
  };
  let underWay: HeldCall | undefined;
  const balanceIs = async (balance: number) => expect(await balanceOf(testApp, person)).toBe(balance);

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
      'confirm without a line': () => confirmBut(unreachable),
      'confirm and lose the answer': () => confirmBut(answerLost),
      confirm: async () => {
        if ((await findDialog()).queryByText('Rp.200.000') !== null) return confirm(PASSWORD);
        return payInStoppedTime(() => confirm(PASSWORD));
      },
      'wait until it is asked again': () => payInStoppedTime(() => passTime(testApp, 1000)),
      'wait for the answer on the page': () => passTime(testApp, 1000),
      'confirm and leave the page': async () => {
        underWay = network.holdNext('PUT user/balance');
        await confirm(PASSWORD);
        await underWay.arrived;
        runtime.notify(navigate('/movies'));
      },
      'let the answer come': async () => underWay?.release(),
      'come back': () => goBackTo('/withdraw'),
      'let the answer come to the page': async () => {
        underWay?.release();
        await stopTimeAtSuccess({ testApp, network }, SUCCESS);
      },
      'confirm twice at once': async () => {
        await user.type((await findDialog()).getByLabelText('Password'), PASSWORD);
        const button = (await findDialog()).getByRole('button', { name: 'Confirm' });
        await inStoppedTime(
          { testApp, network },
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
      'wait 1499 ms': () => passTime(testApp, 1499),
      'wait 1 ms': () => passTime(testApp, 1),
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
      unsettled: async () => {
        await saysUnsettled();
        expect(await findToast('bottom-left', messages.unreachable)).toBeTruthy();
        await balanceIs(160_000);
      },
      answerLost: async () => {
        await saysUnsettled();
        await balanceIs(10_000);
      },
      unsettledBehind: async () => {
        await noDialog();
        expect(screen.getByRole('radio', { name: '150k', checked: true })).toBeTruthy();
        expect(screen.queryByRole('alert')).toBeNull();
        expect(quietLine()).toBe(messages.unsettled);
      },
      paidBehind: async () => {
        expect(await findToast('bottom-left', SUCCESS)).toBeTruthy();
        await passTime(testApp, 1500);
        expect(whereabouts()).toBe('/withdraw');
        expect(screen.getByText('Balance Rp.10.000')).toBeTruthy();
        expect(quietLine()).toBe('');
        await balanceIs(10_000);
      },
      elsewhere: async () => {
        await arriveAt('/movies');
        await noDialog();
      },
      announcedElsewhere: async () => {
        expect(await findToast('bottom-left', SUCCESS)).toBeTruthy();
        await passTime(testApp, 1500);
        expect(whereabouts()).toBe('/movies');
        await balanceIs(10_000);
      },
      paying: async () => {
        expect(await (await findDialog()).findByText('Rp.150.000')).toBeTruthy();
        expect((await findDialog()).getByRole('button', { name: 'Confirm' }).ariaDisabled).toBe('true');
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
  return within(await findOpenDialog('Withdraw'));
}

async function dialogShows(facts: readonly string[]): Promise<void> {
  expect((await findDialog()).getAllByRole('definition').map((fact) => fact.textContent)).toEqual(facts);
}

async function saysUnsettled(): Promise<void> {
  expect(await alertInDialog()).toBe(messages.unreachable);
  expect((await findDialog()).getByText(messages.unsettled)).toBeTruthy();
  expect(quietLine()).toBe(messages.unsettled);
}

async function alertInDialog(): Promise<string> {
  return (await (await findDialog()).findByRole('alert')).textContent;
}

async function amountIsRefused(message: string): Promise<void> {
  expect(await screen.findByRole('spinbutton', { name: 'Other amount', description: message })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
}

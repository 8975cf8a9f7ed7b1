import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { navigate } from '#machines/navigation.ts';
import { topUpModel } from '../../models/topUpModel.ts';
import { addPerson, balanceOf } from '../../server/people.ts';
import { answerLost, unreachable, type MockResponse, type HeldCall } from '../network.ts';
import { openTestApp, openProduct, passTime } from '../openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, goBackTo, quietLine, whereabouts, noDialog } from '../visitor.ts';
import { inStoppedTime, stopTimeAtSuccess } from './inStoppedTime.ts';
import { walkEveryWay } from './walkEveryWay.ts';

const SUCCESS = 'Successfully top up the balance';

walkEveryWay(topUpModel, async () => {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 20_000 });
  const { user, network, runtime } = await openProduct(testApp, '/topup', { person });
  await screen.findByText('Balance Rp.20.000');

  const press = async (name: string) => user.click((await findDialog()).getByRole('button', { name }));
  const pressTopUp = () => user.click(screen.getByRole('button', { name: 'Top Up' }));
  const confirmBut = async (mockResponse: MockResponse) => {
    network.nextCall('POST user/balance', mockResponse);
    await press('Confirm');
  };
  const payInStoppedTime = (press: () => Promise<void>) =>
    inStoppedTime({ testApp, network }, { call: 'POST user/balance', press, success: SUCCESS });
  const pressLater = async () => underWay?.release();
  let underWay: HeldCall | undefined;
  const balanceIs = async (balance: number) => expect(await balanceOf(testApp, person)).toBe(balance);

  return {
    acts: {
      'press Top Up in vain': pressTopUp,
      'choose 150k': () => user.click(screen.getByRole('radio', { name: '150k' })),
      'choose 1.5m': () => user.click(screen.getByRole('radio', { name: '1.5m' })),
      'open the dialog': pressTopUp,
      'go back': () => press('Back'),
      'confirm without a line': () => confirmBut(unreachable),
      'confirm and lose the answer': () => confirmBut(answerLost),
      confirm: () => payInStoppedTime(() => press('Confirm')),
      'wait until it is asked again': () => payInStoppedTime(() => passTime(testApp, 1000)),
      'wait for the answer on the page': () => passTime(testApp, 1000),
      'confirm and leave the page': async () => {
        underWay = network.holdNext('POST user/balance');
        await press('Confirm');
        await underWay.arrived;
        runtime.notify(navigate('/movies'));
      },
      'let the answer come': pressLater,
      'come back': () => goBackTo('/topup'),
      'let the answer come to the page': async () => {
        await pressLater();
        await stopTimeAtSuccess({ testApp, network }, SUCCESS);
      },
      'confirm twice at once': async () => {
        const button = (await findDialog()).getByRole('button', { name: 'Confirm' });
        await inStoppedTime(
          { testApp, network },
          {
            call: 'POST user/balance',
            press: () => user.dblClick(button),
            meanwhile: async () => {
              await user.click(button);
              await user.keyboard('{Enter}');
            },
            success: SUCCESS,
          },
        );
        expect(network.callsOf('POST user/balance')).toHaveLength(1);
      },
      'wait 1499 ms': () => passTime(testApp, 1499),
      'wait 1 ms': () => passTime(testApp, 1),
    },
    sights: {
      choosing: async () => {
        expect(screen.queryByRole('radio', { checked: true })).toBeNull();
        expect(screen.queryByRole('dialog')).toBeNull();
      },
      chosenLargest: () => isChosen('1.5m', 'Rp.1.500.000'),
      chosen: () => isChosen('150k', 'Rp.150.000'),
      confirming: async () => {
        const facts = (await findDialog()).getAllByRole('definition').map((fact) => fact.textContent);
        expect(facts).toEqual(['Rp.150.000', 'Rp.170.000']);
        expect((await findDialog()).queryByRole('alert')).toBeNull();
      },
      unsettled: async () => {
        await saysUnsettled();
        expect(await findToast('bottom-left', messages.unreachable)).toBeTruthy();
        await balanceIs(20_000);
      },
      answerLost: async () => {
        await saysUnsettled();
        await balanceIs(170_000);
      },
      unsettledBehind: async () => {
        await isChosen('150k', 'Rp.150.000');
        expect(screen.queryByRole('alert')).toBeNull();
        expect(quietLine()).toBe(messages.unsettled);
      },
      paidBehind: async () => {
        expect(await findToast('bottom-left', SUCCESS)).toBeTruthy();
        await passTime(testApp, 1500);
        expect(whereabouts()).toBe('/topup');
        expect(screen.getByText('Balance Rp.170.000')).toBeTruthy();
        expect(quietLine()).toBe('');
        await balanceIs(170_000);
      },
      elsewhere: async () => {
        await arriveAt('/movies');
        await noDialog();
      },
      announcedElsewhere: async () => {
        expect(await findToast('bottom-left', SUCCESS)).toBeTruthy();
        await passTime(testApp, 1500);
        expect(whereabouts()).toBe('/movies');
        await balanceIs(170_000);
      },
      paying: async () => {
        expect(await (await findDialog()).findByText('Rp.150.000')).toBeTruthy();
        expect((await findDialog()).getByRole('button', { name: 'Confirm' }).ariaDisabled).toBe('true');
      },
      paid: async () => {
        expect(screen.getByText(SUCCESS)).toBeTruthy();
        expect(screen.getByText('Balance Rp.170.000')).toBeTruthy();
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(whereabouts()).toBe('/topup');
        await balanceIs(170_000);
      },
      lingering: async () => expect(whereabouts()).toBe('/topup'),
      home: async () => expect(whereabouts()).toBe('/'),
    },
  };
});

async function findDialog() {
  return within(await findOpenDialog('Top Up'));
}

async function saysUnsettled(): Promise<void> {
  const dialog = await findDialog();
  expect((await dialog.findByRole('alert')).textContent).toBe(messages.unreachable);
  expect(dialog.getByText(messages.unsettled)).toBeTruthy();
  expect(quietLine()).toBe(messages.unsettled);
}

async function isChosen(name: string, amount: string): Promise<void> {
  await noDialog();
  expect(screen.getByRole('radio', { name, checked: true })).toBeTruthy();
  expect(screen.getByText(amount)).toBeTruthy();
}

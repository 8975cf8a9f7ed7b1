import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { formatRupiah } from '#domain/money.ts';
import { navigate } from '#machines/navigation.ts';
import { balanceOf } from '../../server/people.ts';
import { answerLost, unreachable, type CallKind, type HeldCall, type MockResponse } from '../network.ts';
import { openSignedIn, passTime } from '../openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, goBackTo, noDialog, quietLine, whereabouts } from '../visitor.ts';
import { inStoppedTime, stopTimeAtSuccess } from './inStoppedTime.ts';

/** Opens Top Up or Withdraw; gives the acts and sights of both from a choice of Rp.150.000 on. */
export async function openWalletPage({
  name,
  path,
  call,
  success,
  balance,
  balanceAfter,
  enter,
}: {
  readonly name: string;
  readonly path: string;
  readonly call: CallKind;
  readonly success: string;
  readonly balance: number;
  readonly balanceAfter: number;
  /** Fills in what the dialog asks for before it can be confirmed. */
  readonly enter?: (product: Awaited<ReturnType<typeof openSignedIn>>) => Promise<void>;
}) {
  const product = await openSignedIn(path, { balance });
  const { testApp, person, user, network, runtime } = product;
  await screen.findByText(`Balance ${formatRupiah(balance)}`);

  let underWay: HeldCall | undefined;
  const findDialog = async () => within(await findOpenDialog(name));
  const press = async (button: string) => user.click((await findDialog()).getByRole('button', { name: button }));
  const pressPage = () => user.click(screen.getByRole('button', { name }));
  const confirm = async () => {
    await enter?.(product);
    await press('Confirm');
  };
  const confirmBut = async (mockResponse: MockResponse) => {
    network.nextCall(call, mockResponse);
    await confirm();
  };
  const payInStoppedTime = (press: () => Promise<void>, meanwhile?: () => Promise<void>) =>
    inStoppedTime({ testApp, network }, { call, press, success, ...(meanwhile && { meanwhile }) });
  const release = async () => underWay?.release();
  const balanceIs = async (rupiah: number) => expect(await balanceOf(testApp, person)).toBe(rupiah);
  const isPaidElsewhere = async (address: string) => {
    expect(await findToast('bottom-left', success)).toBeTruthy();
    await passTime(testApp, 1500);
    expect(whereabouts()).toBe(address);
    await balanceIs(balanceAfter);
  };
  const saysUnsettled = async () => {
    const dialog = await findDialog();
    expect((await dialog.findByRole('alert')).textContent).toBe(messages.unreachable);
    expect(dialog.getByText(messages.unsettled)).toBeTruthy();
    expect(quietLine()).toBe(messages.unsettled);
  };

  return {
    ...product,
    findDialog,
    press,
    pressPage,
    payInStoppedTime,
    balanceIs,
    dialogShows: async (facts: readonly string[]) => {
      expect((await findDialog()).getAllByRole('definition').map((fact) => fact.textContent)).toEqual(facts);
      expect((await findDialog()).queryByRole('alert')).toBeNull();
    },
    acts: {
      'choose 150k': () => user.click(screen.getByRole('radio', { name: '150k' })),
      'open the dialog': pressPage,
      'go back': () => press('Back'),
      'confirm without a line': () => confirmBut(unreachable),
      'confirm and lose the answer': () => confirmBut(answerLost),
      confirm: () => payInStoppedTime(confirm),
      'wait until it is asked again': () => payInStoppedTime(() => passTime(testApp, 1000)),
      'wait for the answer on the page': () => passTime(testApp, 1000),
      'confirm and leave the page': async () => {
        underWay = network.holdNext(call);
        await confirm();
        await underWay.arrived;
        runtime.notify(navigate('/movies'));
      },
      'let the answer come': release,
      'come back': () => goBackTo(path),
      'let the answer come to the page': async () => {
        await release();
        await stopTimeAtSuccess({ testApp, network }, success);
      },
      'confirm twice at once': async () => {
        await enter?.(product);
        const button = (await findDialog()).getByRole('button', { name: 'Confirm' });
        await payInStoppedTime(
          () => user.dblClick(button),
          async () => {
            await user.click(button);
            await user.keyboard('{Enter}');
          },
        );
        expect(network.callsOf(call)).toHaveLength(1);
      },
      'wait 1499 ms': () => passTime(testApp, 1499),
      'wait 1 ms': () => passTime(testApp, 1),
    },
    sights: {
      chosen: () => isChosen('150k', 'Rp.150.000'),
      unsettled: async () => {
        await saysUnsettled();
        expect(await findToast('bottom-left', messages.unreachable)).toBeTruthy();
        await balanceIs(balance);
      },
      answerLost: async () => {
        await saysUnsettled();
        await balanceIs(balanceAfter);
      },
      unsettledBehind: async () => {
        await isChosen('150k', 'Rp.150.000');
        expect(screen.queryByRole('alert')).toBeNull();
        expect(quietLine()).toBe(messages.unsettled);
      },
      paidBehind: async () => {
        await isPaidElsewhere(path);
        expect(screen.getByText(`Balance ${formatRupiah(balanceAfter)}`)).toBeTruthy();
        expect(quietLine()).toBe('');
      },
      elsewhere: async () => {
        await arriveAt('/movies');
        await noDialog();
      },
      announcedElsewhere: () => isPaidElsewhere('/movies'),
      paying: async () => {
        expect(await (await findDialog()).findByText('Rp.150.000')).toBeTruthy();
        expect((await findDialog()).getByRole('button', { name: 'Confirm' }).ariaDisabled).toBe('true');
      },
      paid: async () => {
        expect(screen.getByText(success)).toBeTruthy();
        expect(screen.getByText(`Balance ${formatRupiah(balanceAfter)}`)).toBeTruthy();
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(whereabouts()).toBe(path);
        await balanceIs(balanceAfter);
      },
      lingering: async () => expect(whereabouts()).toBe(path),
      home: async () => expect(whereabouts()).toBe('/'),
    },
  };
}

/** That this amount is chosen, and no dialog lies over it. */
export async function isChosen(chip: string, amount: string): Promise<void> {
  await noDialog();
  expect(screen.getByRole('radio', { name: chip, checked: true })).toBeTruthy();
  expect(screen.getByText(amount)).toBeTruthy();
}

import { screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { messages } from '../../fixtures/messages.ts';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { responseLost, type CallKind, type HeldCall, type MockResponse } from '../network.ts';
import { passTime, type Product } from '../openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, noDialog, statusLine, pathAndQuery } from '../visitor.ts';

const TIMEOUT_MILLISECONDS = 20_000;

interface Confirmed {
  readonly dialog: string;
  readonly button: string;
  readonly call: CallKind;
  readonly success: string;
  readonly placement: ToastPlacement;
  /** Fills in the fields of the dialog. */
  readonly enter?: () => Promise<void>;
}

/** Actions and assertions on a confirmation dialog: confirm, lose the response, leave the page, check the messages. */
export function confirmDialog(
  { testApp, user, network }: Product,
  { dialog, button, call, success, placement, enter }: Confirmed,
) {
  let underWay: HeldCall | undefined;
  const find = async () => within(await findOpenDialog(dialog));
  const press = async (name: string) => user.click((await find()).getByRole('button', { name }));
  const says = async (message: string) => expect(await (await find()).findByText(message)).toBeTruthy();
  const alertText = async () => (await (await find()).findByRole('alert')).textContent;
  const confirm = async () => {
    await enter?.();
    await press(button);
  };
  const confirmBut = async (mockResponse: MockResponse) => {
    network.nextCall(call, mockResponse);
    await confirm();
  };
  const confirmAndHold = async (act = confirm) => {
    underWay = network.holdNext(call);
    await act();
    await underWay.arrived;
  };
  /** Stops the pages' timers, then waits for the success message, so that no time passes after the response. */
  const waitForSuccess = async () => {
    vi.setTimerTickMode('manual');
    await network.settle();
    const deadline = performance.now() + TIMEOUT_MILLISECONDS;
    while (screen.queryByText(success) === null && performance.now() < deadline) await passTime(testApp, 0);
  };

  return {
    find,
    press,
    says,
    alertText,
    confirm,
    confirmBut,
    waitForSuccess,
    releaseResponse: async () => underWay?.release(),
    confirmInStoppedTime: async (act = confirm) => {
      await confirmAndHold(act);
      await waitForSuccess();
    },
    confirmAndLoseResponse: () => confirmBut(responseLost),
    confirmAndLeave: async () => {
      await confirmAndHold();
      window.history.pushState(null, '', '/movies');
      window.dispatchEvent(new PopStateEvent('popstate'));
    },
    /** Clicks and presses Enter repeatedly while the request is held, and expects a single request. */
    confirmTwice: async () => {
      await enter?.();
      const pressed = (await find()).getByRole('button', { name: button });
      await confirmAndHold(() => user.dblClick(pressed));
      await user.click(pressed);
      await user.keyboard('{Enter}');
      expect(network.callsOf(call)).toHaveLength(1);
      expect(document.activeElement).toBe(pressed);
    },
    isBusy: async () => {
      const { ariaBusy, ariaDisabled } = (await find()).getByRole('button', { name: button });
      expect({ ariaBusy, ariaDisabled }).toEqual({ ariaBusy: 'true', ariaDisabled: 'true' });
    },
    saysUnsettled: async () => {
      expect(await alertText()).toBe(messages.unreachable);
      await says(messages.unsettled);
      expect(statusLine()).toBe(messages.unsettled);
      expect(await findToast(placement, messages.unreachable)).toBeTruthy();
    },
    /** The page after its dialog was closed without a response: no alert, and the status line shows the message. */
    isUnsettledBehind: () => {
      expect(screen.queryByRole('alert')).toBeNull();
      expect(statusLine()).toBe(messages.unsettled);
    },
    /** The page that the user went to. The dialog is closed. */
    isOnOtherPage: async () => {
      await arriveAt('/movies');
      await noDialog();
    },
    /** The success toast shows, and the user stays on the page. */
    isAnnouncedAt: async (address: string) => {
      expect(await findToast(placement, success)).toBeTruthy();
      await passTime(testApp, 1500);
      expect(pathAndQuery()).toBe(address);
    },
  };
}

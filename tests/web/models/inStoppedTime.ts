import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Cinema } from '../../server/openCinema.ts';
import type { CallKind } from '../network.ts';
import { passTime, type Product } from '../openProduct.tsx';

const TIMEOUT_MILLISECONDS = 20_000;

/** Presses, and stops the timers of the pages while the call is on its way, so that not a millisecond passes after its answer. */
export async function inStoppedTime(
  { testApp, network }: Pick<Product, 'network'> & { readonly testApp: Cinema },
  {
    call,
    press,
    meanwhile,
    success,
  }: {
    readonly call: CallKind;
    readonly press: () => Promise<void>;
    readonly meanwhile?: () => Promise<void>;
    readonly success: string;
  },
): Promise<void> {
  const held = network.holdNext(call);
  await press();
  await held.arrived;
  await meanwhile?.();
  held.release();
  await stopTimeAtSuccess({ testApp, network }, success);
}

/** Stops the timers of the pages before the answer that was just let go has come, and waits for the success it brings. */
export async function stopTimeAtSuccess(
  { testApp, network }: Pick<Product, 'network'> & { readonly testApp: Cinema },
  success: string,
): Promise<void> {
  vi.setTimerTickMode('manual');
  await network.settle();
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  while (screen.queryByText(success) === null && performance.now() < deadline) await passTime(testApp, 0);
}

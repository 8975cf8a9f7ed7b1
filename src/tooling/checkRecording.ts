import { existsSync } from 'node:fs';
import { checkRecording as check, type CheckResult } from 'xstate-visit/check';
import { brokenRules } from '../web/inspectorOptions/invariants.ts';
import { replayedProduct } from '../web/inspectorOptions/replayedProduct.ts';
import { loadMachines } from './loadMachines.ts';
import { projectRoot } from './projectRoot.ts';

/** Replays a recording on the machines of this build and checks the product's rules. Rejects when the text is not a recording. */
export async function checkRecording(text: string): Promise<CheckResult> {
  const machines = [...(await loadMachines()).values()];
  return check(text, { ...replayedProduct(machines), brokenRules, testsOf, testOf });
}

/** Tests in `tests/web` that run a machine's effects with the real server. The default is the test with the machine's id. */
const TESTS_OF_EFFECTS: Readonly<Record<string, readonly string[]>> = {
  app: ['retry', 'shell'],
  booking: ['movie'],
  command: ['purchase', 'session'],
  amountForm: ['wallet'],
  recordSeats: ['purchase'],
  hall: ['heldSeats', 'sharedSeats'],
  countdown: ['heldSeats'],
  commandDialog: ['wallet', 'myTickets', 'purchase'],
  invite: ['invitation'],
  movies: ['home', 'movies'],
  seatView: ['movie'],
  sharedHold: ['sharedSeats'],
  session: ['session', 'myTickets'],
  signOutOthers: ['myInfo'],
  theme: ['shell'],
};

/** Paths of the tests that run the effects of a machine. */
export function testsOf(machine: string): readonly string[] {
  return (TESTS_OF_EFFECTS[machine] ?? [machine]).map((name) => `tests/web/${name}.test.tsx`);
}

/** Path of a machine's own test, if it has one. */
function testOf(machine: string): string | undefined {
  const path = `tests/machines/${machine}Machine.test.ts`;
  return existsSync(`${projectRoot}/${path}`) ? path : undefined;
}

import { checkRecording as check, type CheckResult } from '../inspector/replay/checkRecording.ts';
import { brokenRules } from '../web/inspection/invariants.ts';
import { replayedProduct } from '../web/inspection/replayedProduct.ts';
import { loadMachines } from './loadMachines.ts';

/** Replays the recording of a file's text on the machines of this build and judges it by the product's rules. Rejects when the text holds none. */
export async function checkRecording(text: string): Promise<CheckResult> {
  const machines = [...(await loadMachines()).values()];
  return check(text, { ...replayedProduct(machines), brokenRules, testsOf });
}

/** The tests of pages that run the effects of a machine, over the real server, where none has the machine's own name. */
const TESTS_OF_EFFECTS: Readonly<Record<string, readonly string[]>> = {
  app: ['retry', 'shell'],
  booking: ['movie'],
  command: ['purchase', 'session'],
  confirm: ['wallet', 'myTickets'],
  confirmation: ['purchase'],
  invite: ['invitation'],
  movies: ['home', 'movies'],
  seatFeed: ['liveSeats'],
  seatView: ['movie'],
  session: ['session', 'myTickets'],
  signOutOthers: ['myInfo'],
  theme: ['shell'],
};

/** The files of the tests that run the effects of a machine, by its id. */
export function testsOf(machine: string): readonly string[] {
  return (TESTS_OF_EFFECTS[machine] ?? [machine]).map((name) => `tests/web/${name}.test.tsx`);
}

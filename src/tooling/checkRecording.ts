import { existsSync } from 'node:fs';
import { checkRecording as check, type CheckResult } from '../inspector/replay/checkRecording.ts';
import { brokenRules } from '../web/inspection/invariants.ts';
import { replayedProduct } from '../web/inspection/replayedProduct.ts';
import { loadMachines } from './loadMachines.ts';
import { projectRoot } from './projectRoot.ts';

/** Replays the recording of a file's text on the machines of this build and judges it by the product's rules. Rejects when the text holds none. */
export async function checkRecording(text: string): Promise<CheckResult> {
  const machines = [...(await loadMachines()).values()];
  return check(text, { ...replayedProduct(machines), brokenRules, testsOf });
}

/** The test of the machine that invoked an effect, by the effect's name in a recording: `booking#2/loadHall`. */
function testsOf(effect: string): readonly string[] {
  const machine = effect.split('/').at(-2)?.split('#')[0] ?? '';
  const path = `tests/machines/${machine}Machine.test.ts`;
  return existsSync(`${projectRoot}/${path}`) ? [path] : [];
}

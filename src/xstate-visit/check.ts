import type { Machines } from './recording/actors.ts';
import { createPlaceholders } from './recording/placeholders.ts';
import { SECRET, withoutSecrets } from './recording/plainData.ts';
import { recordVisit as record, type VisitOptions, type VisitRecorder } from './recording/recordVisit.ts';
import { checkRecording as check, type CheckedProduct, type CheckResult } from './replay/checkRecording.ts';
import { requireSupportedXState } from './supportedXState.ts';

export { runCheck, type CheckCommand } from './commandLine/runCheck.ts';
export { loadMachines, type LoadedMachines } from './commandLine/loadMachines.ts';
export { isDeepSame } from './recording/plainData.ts';
export { recordingText, type Recording } from './recording/recording.ts';
export type { CheckedProduct, CheckResult, Verdict } from './replay/checkRecording.ts';
export type { Frame, ReplayedProduct } from './replay/replayRecording.ts';
export type { VisitRecorder } from './recording/recordVisit.ts';

/** Options of a recording. Only `machines` is required. */
export type RecordOptions = { readonly machines: Machines } & Partial<VisitOptions>;

/** Replays a recording on the current machines and checks the result. Throws when the text is not a recording. */
export function checkRecording(text: string, product: CheckedProduct): CheckResult {
  requireSupportedXState();
  return check(text, product);
}

/**
 * Records a visit from now on, without the panel. By default every text becomes a placeholder, and secrets are removed. Keeps only
 * redacted data in memory.
 */
export function recordVisit(options: RecordOptions): VisitRecorder {
  requireSupportedXState();
  return record({
    now: () => performance.now(),
    epochMilliseconds: Date.now,
    address: () => '',
    text: withoutSecrets(options.secret ?? SECRET, createPlaceholders()),
    build: '',
    ...options,
  });
}

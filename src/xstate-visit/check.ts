import { recordVisit as record, type VisitOptions, type VisitRecorder } from './recording/recordVisit.ts';
import { checkRecording as check, type CheckedProduct, type CheckResult } from './replay/checkRecording.ts';
import { requireSupportedXState } from './supportedXState.ts';

export { runCheck, type CheckCommand } from './commandLine/runCheck.ts';
export { loadMachines, type LoadedMachines } from './commandLine/loadMachines.ts';
export { isDeepSame } from './recording/plainData.ts';
export { recordingText, type Recording } from './recording/recording.ts';
export type { CheckedProduct, CheckResult, Verdict } from './replay/checkRecording.ts';
export type { Frame, ReplayedProduct } from './replay/replayRecording.ts';
export type { VisitOptions, VisitRecorder } from './recording/recordVisit.ts';

/** Replays a recording on the current machines and checks the result. Throws when the text is not a recording. */
export function checkRecording(text: string, product: CheckedProduct): CheckResult {
  requireSupportedXState();
  return check(text, product);
}

/** Records a visit from now on, without the panel. Keeps only redacted data in memory. */
export function recordVisit(options: VisitOptions = {}): VisitRecorder {
  requireSupportedXState();
  return record(options);
}

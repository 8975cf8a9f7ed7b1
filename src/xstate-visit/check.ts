export { runCheck, type CheckCommand } from './commandLine/runCheck.ts';
export { isDeepSame } from './recording/plainData.ts';
export { recordingText, type Recording } from './recording/recording.ts';
export { recordVisit, type VisitOptions, type VisitRecorder } from './recording/recordVisit.ts';
export { checkRecording, type CheckedProduct, type CheckResult, type Verdict } from './replay/checkRecording.ts';
export type { Frame, ReplayedProduct } from './replay/replayRecording.ts';

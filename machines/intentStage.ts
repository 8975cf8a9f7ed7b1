/** How far a dialog is: to be confirmed, waiting for what was confirmed before, or what its own intent has come to. */
export type IntentStage = 'reviewing' | 'waiting' | 'calling' | 'unsettled' | 'confirming';

/** The stage of a dialog from the intent of its kind, and from whether the dialog is about that intent. */
export function intentStage(isAboutIt: boolean, isRunning: boolean, stage: string | undefined): IntentStage {
  if (!isAboutIt) return isRunning ? 'waiting' : 'reviewing';
  return stage === 'unsettled' || stage === 'confirming' ? stage : 'calling';
}

/** Whether the dialog is about an intent that was confirmed and has no known end yet. */
export function isBusy(stage: IntentStage): boolean {
  return stage !== 'reviewing' && stage !== 'waiting';
}

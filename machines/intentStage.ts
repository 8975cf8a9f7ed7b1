import type { Failure } from '#domain/failure.ts';
import type { Intent, IntentKind, IntentOf, IntentSnapshot } from './intentMachine.ts';

const ENDS = new Set(['done', 'gone', 'refused', 'left']);

/** How an intent stands, for those who watch it: what was confirmed, how far it is, and why it is not done. */
export type Standing<Kind extends IntentKind> = IntentOf<Kind> & {
  readonly stage: 'calling' | 'unsettled' | 'answered' | 'confirming' | 'done' | 'gone' | 'refused' | 'left';
  readonly failure: Failure | undefined;
};

/** How far a dialog is: to be confirmed, waiting for what was confirmed before, or what its own intent has come to. */
export type IntentStage = 'reviewing' | 'waiting' | 'calling' | 'unsettled' | 'confirming' | 'done';

type Watched = { readonly stage: string; readonly failure: Failure | undefined };

/** A dialog: the last intent of its kind, and whether that is what it is about. */
interface DialogSnapshot {
  readonly context: { readonly intent: Watched | undefined; readonly failure: string | undefined };
  readonly hasTag: (tag: 'busy') => boolean;
}

/** How an intent stands that is known to be of this kind. */
export function standingOf<Kind extends IntentKind>(kind: Kind, { value, context }: IntentSnapshot): Standing<Kind> {
  const { intent, failure } = context;
  if (!isOfKind(kind, intent)) throw new Error(`A ${intent.kind} is no ${kind}`);
  return { ...intent, stage: typeof value === 'string' ? value : 'unsettled', failure };
}

/** An intent in the moment of its confirm. */
export function begun<Confirmed extends Intent>(intent: Confirmed) {
  return { ...intent, stage: 'calling' as const, failure: undefined };
}

/** Whether an intent has no known end yet. */
export function isRunning(intent: { readonly stage: string } | undefined): boolean {
  return intent !== undefined && !ENDS.has(intent.stage);
}

/** How far a dialog is. */
export function selectStage(snapshot: DialogSnapshot): IntentStage {
  return intentStage(snapshot.hasTag('busy'), snapshot.context.intent);
}

/** Why a dialog could not do what was asked, or has no answer yet. */
export function selectFailure(snapshot: DialogSnapshot): string | undefined {
  const { intent, failure } = snapshot.context;
  return snapshot.hasTag('busy') ? intent?.failure?.message : failure;
}

/** The stage of a dialog from the intent of its kind, and from whether the dialog is about that intent. */
export function intentStage(isAboutIt: boolean, intent: { readonly stage: string } | undefined): IntentStage {
  if (!isAboutIt) return isRunning(intent) ? 'waiting' : 'reviewing';
  const stage = intent?.stage;
  return stage === 'unsettled' || stage === 'confirming' || stage === 'done' ? stage : 'calling';
}

/** Whether the dialog is about an intent that was confirmed. */
export function isBusy(stage: IntentStage): boolean {
  return stage !== 'reviewing' && stage !== 'waiting';
}

function isOfKind<Kind extends IntentKind>(kind: Kind, intent: Intent): intent is IntentOf<Kind> {
  return intent.kind === kind;
}

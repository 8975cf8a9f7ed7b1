import type { Failure } from '#domain/failure.ts';
import type { Command, CommandKind, CommandOf, CommandSnapshot } from './commandMachine.ts';

const ENDS = new Set(['done', 'gone', 'refused', 'left']);

/** How far a command is, for the page that shows it: what was confirmed, its status, and why it is not done. */
export type CommandProgress<Kind extends CommandKind> = CommandOf<Kind> & {
  readonly status: 'calling' | 'unsettled' | 'answered' | 'confirming' | 'done' | 'gone' | 'refused' | 'left';
  readonly failure: Failure | undefined;
};

/** How far a dialog is: to be confirmed, waiting for what was confirmed before, or what its own command has come to. */
export type DialogStatus = 'reviewing' | 'waiting' | 'calling' | 'unsettled' | 'confirming' | 'done';

/** The progress of a command that is known to be of this kind. */
export function progressOf<Kind extends CommandKind>(
  kind: Kind,
  { value, context }: CommandSnapshot,
): CommandProgress<Kind> {
  const { command, failure } = context;
  if (!isOfKind(kind, command)) throw new Error(`A ${command.kind} is no ${kind}`);
  return { ...command, status: statusOf(value), failure };
}

/** Whether a command has no known end yet. */
export function isRunning(command: { readonly status: string } | undefined): boolean {
  return command !== undefined && !ENDS.has(command.status);
}

/** The status of a dialog from the command of its kind, and from whether the dialog is about that command. */
export function dialogStatus(isAboutIt: boolean, command: { readonly status: string } | undefined): DialogStatus {
  if (!isAboutIt) return isRunning(command) ? 'waiting' : 'reviewing';
  const status = command?.status;
  return status === 'unsettled' || status === 'confirming' || status === 'done' ? status : 'calling';
}

/** Whether the dialog is about a command that was confirmed. */
export function isBusy(status: DialogStatus): boolean {
  return status !== 'reviewing' && status !== 'waiting';
}

function statusOf(value: CommandSnapshot['value']) {
  if (typeof value !== 'string') return 'unsettled';
  return value === 'starting' ? 'calling' : value;
}

function isOfKind<Kind extends CommandKind>(kind: Kind, command: Command): command is CommandOf<Kind> {
  return command.kind === kind;
}

import type { Failure } from '#domain/failure.ts';
import type { CommandSnapshot, commandMachine } from './commandMachine.ts';
import type { Command, CommandKind, CommandOf } from './commands.ts';
import { fromCallback, type ActorRefFrom, type EventObject } from 'xstate';
import { environmentOf } from './environment.ts';
import { findActor, type System } from './targets.ts';

const ENDS = new Set(['done', 'gone', 'refused', 'left', 'ended']);

/** A command's progress for the page that shows it: the confirmed contents, the status and the last failure. */
export type CommandProgress<Kind extends CommandKind> = CommandOf<Kind> & {
  readonly status: 'calling' | 'unsettled' | 'answered' | 'confirming' | 'done' | 'gone' | 'refused' | 'left' | 'ended';
  readonly failure: Failure | undefined;
};

/** The progress of a command. Throws if the command is of another kind. */
export function progressOf<Kind extends CommandKind>(
  kind: Kind,
  { value, context }: CommandSnapshot,
): CommandProgress<Kind> {
  const { command, failure } = context;
  if (!isOfKind(kind, command)) throw new Error(`A ${command.kind} is no ${kind}`);
  return { ...command, status: statusOf(value), failure };
}

/** Whether a command has not ended yet. */
export function isRunning(command: { readonly status: string } | undefined): boolean {
  return command !== undefined && !ENDS.has(command.status);
}

function statusOf(value: CommandSnapshot['value']) {
  if (typeof value !== 'string') return 'unsettled';
  return value === 'starting' ? 'calling' : value;
}

function isOfKind<Kind extends CommandKind>(kind: Kind, command: Command): command is CommandOf<Kind> {
  return command.kind === kind;
}

/** The last command of each kind that the root spawned; it may have ended. */
export type Commands = { readonly [Kind in CommandKind]?: ActorRefFrom<typeof commandMachine> };

/**
 * Callback actor: sends every change of the running command of a kind, then those of the next command of that kind. `at` is the time of
 * the change, in epoch milliseconds.
 */
export const followCommand = fromCallback<EventObject, { kind: CommandKind }>(({ input, sendBack, system }) => {
  const app = findActor(system, 'app');
  const followed = new Map<object, { readonly unsubscribe: () => void }>();
  const follow = () => {
    const command = runningCommand(system, input.kind);
    if (command === undefined || followed.has(command)) return;
    const report = () =>
      sendBack({
        type: 'command.changed',
        command: progressOf(input.kind, command.getSnapshot()),
        at: environmentOf(system).clock.now(),
      });
    followed.set(command, command.subscribe(report));
    report();
  };
  follow();
  followed.set(app, app.subscribe(follow));
  return () => followed.forEach((subscription) => subscription.unsubscribe());
});

/** The progress of the running command of a kind; undefined while none runs. */
export function findCommand<Kind extends CommandKind>(system: System, kind: Kind): CommandProgress<Kind> | undefined {
  const command = runningCommand(system, kind);
  return command && progressOf(kind, command.getSnapshot());
}

function runningCommand(system: System, kind: CommandKind) {
  const { commands }: { commands: Commands } = findActor(system, 'app').getSnapshot().context;
  const command = commands[kind];
  return command?.getSnapshot().status === 'active' ? command : undefined;
}

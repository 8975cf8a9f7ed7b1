import { fromCallback, type ActorRefFrom, type AnyActorRef, type EventObject } from 'xstate';
import type { CommandKind, commandMachine } from './commandMachine.ts';
import { progressOf, type CommandProgress } from './commandProgress.ts';
import { environmentOf } from './environment.ts';

/** The last command of each kind that the root has started; it may have ended. */
export type Commands = { readonly [Kind in CommandKind]?: ActorRefFrom<typeof commandMachine> };

/** Callback actor: sends every change of the running command of a kind, from its start to its end, then those of the next one. */
export const followCommand = fromCallback<EventObject, { kind: CommandKind }>(({ input, sendBack, system }) => {
  const { root } = environmentOf(system);
  const followed = new Map<object, { readonly unsubscribe: () => void }>();
  const follow = () => {
    const command = runningCommand(root, input.kind);
    if (command === undefined || followed.has(command)) return;
    const report = () => sendBack({ type: 'command.changed', command: progressOf(input.kind, command.getSnapshot()) });
    followed.set(command, command.subscribe(report));
    report();
  };
  follow();
  followed.set(root, root.subscribe(follow));
  return () => followed.forEach((subscription) => subscription.unsubscribe());
});

/** How far the running command of a kind is; undefined while there is none. */
export function findCommand<Kind extends CommandKind>(
  root: AnyActorRef,
  kind: Kind,
): CommandProgress<Kind> | undefined {
  const command = runningCommand(root, kind);
  return command && progressOf(kind, command.getSnapshot());
}

function runningCommand(root: AnyActorRef, kind: CommandKind) {
  const { commands }: { readonly commands: Commands } = root.getSnapshot().context;
  const command = commands[kind];
  return command?.getSnapshot().status === 'active' ? command : undefined;
}

import { fromCallback, type ActorRefFrom, type EventObject } from 'xstate';
import { actorOf } from './actors.ts';
import type { CommandKind, commandMachine } from './commandMachine.ts';
import { progressOf, type CommandProgress } from './commandProgress.ts';
import type { System } from './environment.ts';

/** The last command of each kind that the root spawned; it may have ended. */
export type Commands = { readonly [Kind in CommandKind]?: ActorRefFrom<typeof commandMachine> };

/** Callback actor: sends every change of the running command of a kind, then those of the next command of that kind. */
export const followCommand = fromCallback<EventObject, { kind: CommandKind }>(({ input, sendBack, system }) => {
  const app = actorOf(system, 'app');
  const followed = new Map<object, { readonly unsubscribe: () => void }>();
  const follow = () => {
    const command = runningCommand(system, input.kind);
    if (command === undefined || followed.has(command)) return;
    const report = () => sendBack({ type: 'command.changed', command: progressOf(input.kind, command.getSnapshot()) });
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
  const command = actorOf(system, 'app').getSnapshot().context.commands[kind];
  return command?.getSnapshot().status === 'active' ? command : undefined;
}

import { createActor, fromCallback } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { type CommandProgress, findCommand, followCommand } from '#machines/commandProgress.ts';
import { environmentOf } from '#machines/environment.ts';
import { confirmed } from '../fixtures/commands.ts';
import { openRoot } from './openRoot.ts';

const unreachable = new CallFailed({ code: 'unreachable' });

/** Subscribes to the top-ups of a root as a page does. */
function follow({ app }: ReturnType<typeof openRoot>) {
  const heard: string[] = [];
  const times: number[] = [];
  const page = createActor(
    fromCallback<{ type: 'command.changed'; command: CommandProgress<'topUp'>; at: number }>(({ receive }) =>
      receive(({ command, at }) => {
        heard.push(command.status);
        times.push(at);
      }),
    ),
    { parent: app },
  ).start();
  const actor = createActor(followCommand, { parent: page, input: { kind: 'topUp' } }).start();
  return { heard, times, leave: () => actor.send({ type: 'xstate.stop' }) };
}

describe('a page that subscribes to commands of one kind', () => {
  test('receives each status of these commands with its time, and nothing about another kind', async () => {
    const root = openRoot();
    const { heard, times } = follow(root);
    root.app.send({ type: 'command.start', confirmed: confirmed.withdrawal });
    expect(heard).toEqual([]);
    root.app.send({ type: 'command.start', confirmed: confirmed.topUp });
    expect(heard).toEqual(['calling']);
    await root.transfer.answer({ balance: 1 });
    expect(heard).toEqual(['calling', 'done']);
    root.app.send({ type: 'command.start', confirmed: confirmed.topUp });
    await root.transfer.fail(unreachable);
    expect(heard).toEqual(['calling', 'done', 'calling', 'unsettled']);
    expect(times).toEqual(heard.map(() => environmentOf(root.app.system).clock.now()));
  });

  test('receives the running command at once, and none that has ended', async () => {
    const root = openRoot();
    root.app.send({ type: 'command.start', confirmed: confirmed.topUp });
    expect(follow(root).heard).toEqual(['calling']);
    expect(findCommand(root.app.system, 'topUp')?.status).toBe('calling');
    await root.transfer.answer({ balance: 1 });
    expect([follow(root).heard, findCommand(root.app.system, 'topUp')]).toEqual([[], undefined]);
  });

  test('receives nothing after it unsubscribes', async () => {
    const root = openRoot();
    const { heard, leave } = follow(root);
    root.app.send({ type: 'command.start', confirmed: confirmed.topUp });
    leave();
    await root.transfer.answer({ balance: 1 });
    root.app.send({ type: 'command.start', confirmed: confirmed.topUp });
    expect(heard).toEqual(['calling']);
  });
});

import { render, screen } from '@testing-library/react';
import { useMachine } from '@xstate/react';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording } from '../../src/xstate-visit/replay/checkRecording.ts';
import { visitOn } from '../xstate-visit/record.ts';

const counterMachine = setup({
  actors: { loadStep: fromPromise(() => Promise.resolve(2)) },
  actions: { greet: () => undefined },
}).createMachine({
  id: 'counter',
  context: { count: 0, step: 0 },
  entry: 'greet',
  invoke: { src: 'loadStep', onDone: { actions: assign({ step: ({ event }) => event.output }) } },
  on: { add: { actions: assign({ count: ({ context }) => context['count'] + context['step'] }) } },
});

test('a visit with useMachine under StrictMode, which starts every machine twice, is replayed', async () => {
  const visit = recordVisit(visitOn(() => 0));
  function Counter() {
    const [{ context }, send] = useMachine(counterMachine, { inspect: visit.inspect });
    return <button onClick={() => send({ type: 'add' })}>{`${context['count']} by ${context['step']}`}</button>;
  }
  const { unmount } = render(
    <StrictMode>
      <Counter />
      <Counter />
    </StrictMode>,
  );
  (await screen.findAllByRole('button', { name: '0 by 2' }))[0]?.click();
  await screen.findByRole('button', { name: '2 by 2' });
  const product = { machines: { [counterMachine.id]: counterMachine }, brokenRules: () => [] };
  const { differences, unmet } = checkRecording(recordingText(visit.recording()), product);
  expect(differences).toEqual([]);
  expect(unmet('counter.count=2')).toBeUndefined();
  unmount();
  const kinds = visit.recording().entries.map(({ type }) => type);
  expect(kinds.filter((type) => type === 'started')).toHaveLength(2);
  expect(kinds.filter((type) => type === 'stopped')).toHaveLength(2);
});

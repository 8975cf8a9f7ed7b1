import { act, fireEvent } from '@testing-library/react';
import { createActor, createMachine, spawnChild } from 'xstate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startVisit } from '../../src/xstate-visit/startVisit.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { visitOn } from '../xstate-visit/record.ts';
import { inspector, openedInspector } from './inspector.ts';

const todoMachine = createMachine({
  id: 'todo',
  initial: 'open',
  states: { open: { on: { check: 'done' } }, done: {} },
});
const COUNT = 200;
const listMachine = createMachine(
  {
    id: 'list',
    entry: Array.from({ length: COUNT }, (_, index) => spawnChild('todo', { id: `todo-${index}` })),
    on: { sort: {} },
  },
  { actors: { todo: todoMachine } },
);

async function openList() {
  const { inspect, stop } = startVisit({ machines: { list: listMachine, todo: todoMachine } });
  onTestFinished(stop);
  const list = createActor(listMachine, { inspect }).start();
  await openedInspector();
  // The chart of the list is laid out before the test goes on.
  await inspector().findByRole('img', { name: 'list is in list' });
  return list;
}

const search = (text: string) =>
  fireEvent.change(inspector().getByRole('searchbox', { name: 'Find actors and events' }), { target: { value: text } });
const optionsOf = () =>
  inspector()
    .getAllByRole('option', { hidden: true })
    .map(({ textContent }) => textContent ?? '');

describe('the panel of an app with 200 actors of one kind', () => {
  test('collapses them to one row, and finds one of them by its id', async () => {
    await openList();
    expect(inspector().getByText(`${COUNT + 1} running`)).toBeTruthy();
    expect(inspector().getByText(`todo, ${COUNT} actors`)).toBeTruthy();
    search('TODO-117');
    expect(inspector().getAllByRole('radio')).toHaveLength(1);
    expect(inspector().getByRole('radio', { name: /todo-117 \(todo\) open/ })).toBeTruthy();
    expect(inspector().queryByText(/ actors$/)).toBeNull();
  });

  test('finds steps by the type of their event', async () => {
    const list = await openList();
    act(() => list.send({ type: 'sort' }));
    await inspector().findByText(/list sort/);
    search('sort');
    expect(optionsOf().filter((text) => text.includes('todo-'))).toEqual([]);
    expect(optionsOf().some((text) => text.includes('list sort'))).toBe(true);
  });
});

test('a replay of a root that is not among the machines says so', async () => {
  await openList();
  const visit = recordVisit(visitOn(() => 0));
  createActor(todoMachine, { inspect: visit.inspect }).start();
  createActor(createMachine({ id: 'toaster' }), { inspect: visit.inspect }).start();
  const file = new File([recordingText(visit.recording())], 'recording.json');
  fireEvent.change(inspector().getByLabelText(/^Replay a recording/), { target: { files: [file] } });
  expect(await inspector().findByText(/The root “toaster” is not among the machines/)).toBeTruthy();
});

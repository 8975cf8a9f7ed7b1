import { fireEvent } from '@testing-library/react';
import { createActor, createMachine, spawnChild } from 'xstate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startVisit } from '../../src/xstate-visit/startVisit.ts';
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
});

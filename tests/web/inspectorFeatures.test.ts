import { act, fireEvent, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor, createMachine, type AnyStateMachine } from 'xstate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startVisit, type StartOptions } from '../../src/xstate-visit/startVisit.ts';
import { kettleMachine, ovenMachine, shelfMachine } from '../xstate-visit/kitchen.ts';
import { inspector, inspectorElement, openedInspector } from './inspector.ts';

const looseMachine = createMachine({
  id: 'loose',
  context: { last: '' },
  on: { 'door.*': { actions: () => undefined } },
});

/** Opens the panel beside a running machine. */
async function inspect(machine: AnyStateMachine, options: Partial<StartOptions> = {}) {
  const visit = startVisit({ machines: { [machine.id]: machine }, ...options });
  onTestFinished(visit.stop);
  const actor = createActor(machine, { inspect: visit.inspect, input: { owner: 'Ana' } }).start();
  await openedInspector();
  await inspector().findByRole('img', { name: new RegExp(`^${machine.id} is in`) });
  return { actor, visit };
}

const button = (name: string | RegExp) => inspector().getByRole('button', { name });

/** Clicks a button and waits for what it changes. */
function press(name: string | RegExp): Promise<void> {
  return act(async () => button(name).click());
}

const announced = () => inspector().getByRole('status').textContent;

async function look(text: RegExp) {
  const option = await inspector().findByRole('option', { name: text, hidden: true });
  const log = inspector().getByRole('listbox', { name: 'Event log' });
  fireEvent.change(log, { target: { value: option.getAttribute('value') } });
}

describe('the fields for any event', () => {
  test('send an event that the statechart does not list, and say whether the machine would take it', async () => {
    const { actor } = await inspect(looseMachine);
    const received: unknown[] = [];
    actor.system.inspect({ next: (each) => void (each.type === '@xstate.event' && received.push(each.event)) });
    const type = inspector().getByLabelText('Type of any event');
    fireEvent.change(type, { target: { value: 'door.open' } });
    fireEvent.change(inspector().getByLabelText(/^Data of an event/), { target: { value: '{"by": "Ana"}' } });
    await press('Send event (loose would take it)');
    expect(received).toEqual([{ type: 'door.open', by: 'Ana' }]);
    fireEvent.change(type, { target: { value: 'window.open' } });
    expect(button('Send event (loose would ignore it)')).toBeTruthy();
  });

  test('refuse an empty type and data that is no JSON object, next to the field', async () => {
    await inspect(looseMachine);
    await press('Send event');
    const type = inspector().getByLabelText('Type of any event');
    expect(type.getAttribute('aria-invalid')).toBe('true');
    expect(inspectorElement().querySelector(`[id="${type.getAttribute('aria-describedby')}"]`)?.textContent).toBe(
      'Enter the type of the event',
    );
    expect(announced()).toBe('Enter the type of the event');
    fireEvent.change(type, { target: { value: 'door.open' } });
    fireEvent.change(inspector().getByLabelText(/^Data of an event/), { target: { value: '[1]' } });
    await press('Send event');
    expect(announced()).toMatch(/^Event data is a JSON object/);
    expect(type.getAttribute('aria-invalid')).toBe('false');
  });
});

test('a machine without an id has its key as its name in the list, the log, the statechart and the possible events', async () => {
  const lamp = createMachine({
    initial: 'off',
    on: { reset: '.off' },
    states: { off: { on: { toggle: 'on' } }, on: {} },
  });
  const visit = startVisit({ machines: { lamp } });
  onTestFinished(visit.stop);
  createActor(lamp, { inspect: visit.inspect }).start();
  await openedInspector();
  const chart = await inspector().findByRole('img', { name: 'lamp is in off' });
  expect(chart.innerHTML).toContain('<title>lamp.off</title>');
  expect(inspector().getByRole('radio', { name: 'lamp off' })).toBeTruthy();
  expect(inspector().getByRole('option', { name: /lamp start · off/, hidden: true })).toBeTruthy();
  expect(inspectorElement().innerHTML).not.toContain('(machine)');
});

test('a stopped inspector leaves the keys and the focus of the page alone', async () => {
  const { visit } = await inspect(looseMachine);
  const f6 = { key: 'F6' };
  expect(fireEvent.keyDown(document.body, f6)).toBe(false);
  visit.stop();
  expect(fireEvent.keyDown(document.body, f6)).toBe(true);
});

describe('the changes of a step', () => {
  test('are listed with words for the selected step, and a step without changes says so', async () => {
    const { actor } = await inspect(shelfMachine);
    act(() => actor.send({ type: 'put', thing: { book: 'red' } }));
    act(() => actor.send({ type: 'open' }));
    await look(/shelf put/);
    const changes = within(inspector().getByRole('list', { name: 'Changes of shelf' })).getAllByRole('listitem');
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      'changed context.count 0 → 1',
      'added context.thing {"book":"red"}',
    ]);
    await look(/shelf open/);
    expect(inspector().getByText('open changed nothing in shelf.')).toBeTruthy();
    await look(/shelf start/);
    expect(inspector().getByText('The log has no earlier step of shelf to compare with.')).toBeTruthy();
    await press('Back to now');
    expect(inspector().queryByText(/earlier step/)).toBeNull();
  });
});

describe('a crashed machine', () => {
  test('shows its error and its last state, offers no event, and leaves the list on request', async () => {
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    onTestFinished(() => void others.map((each) => process.on('uncaughtException', each)));
    const { actor } = await inspect(ovenMachine);
    actor.subscribe({ error: () => undefined });
    act(() => actor.send({ type: 'fuse.blow' }));
    expect(await inspector().findByRole('radio', { name: 'oven crashed: the fuse is gone' })).toBeTruthy();
    expect(inspector().getByText('0 running, 1 crashed')).toBeTruthy();
    expect(
      inspector().getByRole('option', { name: /oven fuse\.blow · crashed: the fuse is gone/, hidden: true }),
    ).toBeTruthy();
    expect(inspector().getByText('It crashed in used.door.closed, used.heat.off: the fuse is gone')).toBeTruthy();
    expect(inspector().getByText('It takes no events, because it has crashed.')).toBeTruthy();
    expect(inspector().queryByRole('button', { name: /^Send/ })).toBeNull();
    await press('Hide crashed actors');
    expect(inspector().getByText('0 running')).toBeTruthy();
    expect(inspector().queryByRole('radio')).toBeNull();
  });
});

/** The recording of a kettle, and the note of the button that saves it. */
async function note(options: Partial<StartOptions>) {
  const { visit } = await inspect(kettleMachine, options);
  const save = button('Save recording');
  const id = save.getAttribute('aria-describedby');
  return { recording: visit.save(), note: inspectorElement().querySelector(`[id="${id}"]`)?.textContent };
}

describe('the texts of a recording', () => {
  test('are placeholders by default', async () => {
    const { recording, note: text } = await note({});
    expect(text).toBe('The inputs of the machines since this visit began, with placeholders for texts.');
    expect(recording).not.toContain('Ana');
    expect(button('Record texts of this app').getAttribute('aria-pressed')).toBe('false');
  });

  test('are those of the app, without secret ones, if the option or the tab says so', async () => {
    const { recording, note: text } = await note({ texts: 'public' });
    expect(text).toMatch(/with the texts of the app, except secret ones\.$/);
    expect(recording).toContain('Ana');
  });

  test('are those of the app after the user chose so in this tab', async () => {
    window.sessionStorage.setItem('xstate-visit.texts', 'public');
    const { recording } = await note({ secret: /litres/ });
    expect(recording).toContain('Ana');
    expect(button('Record texts of this app').getAttribute('aria-pressed')).toBe('true');
  });

  test('follow the rule of an app that has one, which leaves no choice', async () => {
    window.sessionStorage.setItem('xstate-visit.texts', 'public');
    const { recording, note: text } = await note({ text: () => 'redacted' });
    expect(text).toMatch(/with the texts that the app allows\.$/);
    expect(recording).not.toContain('Ana');
    expect(inspector().queryByRole('button', { name: 'Record texts of this app' })).toBeNull();
  });
});

describe('the panel begins', () => {
  test('minimised', async () => {
    onTestFinished(startVisit({ machines: {}, panel: 'minimised' }).stop);
    await openedInspector();
    expect(await inspector().findByRole('button', { name: 'Inspector' })).toBeTruthy();
  });

  test('not at all: the visit is recorded without it', async () => {
    const visit = startVisit({ machines: { shelf: shelfMachine }, panel: 'none' });
    createActor(shelfMachine, { inspect: visit.inspect }).start().send({ type: 'put', thing: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.querySelector('[data-inspector]')).toBeNull();
    expect(visit.save()).toContain('"event":{"type":"put","thing":1}');
    visit.stop();
  });
});

test('a replay shows its verdict, and each difference with a button that selects its step', async () => {
  const visit = startVisit({ machines: { shelf: shelfMachine }, panel: 'none' });
  createActor(shelfMachine, { inspect: visit.inspect }).start().send({ type: 'put', thing: 1 });
  const same = visit.save();
  await inspect(shelfMachine);
  const field = inspector().getByLabelText(/^Replay a recording/);
  await userEvent.upload(field, new File([same], 'shelf.json'));
  const replay = within(await inspector().findByRole('region', { name: 'Replay' }));
  expect(replay.getByText('Same as recorded')).toBeTruthy();
  expect(announced()).toBe('Same as recorded');

  const other = same.replace('"count":1', '"count":7').replace(/"parts":"[^"]*"/, '"parts":""');
  await userEvent.upload(field, new File([other], 'shelf.json'));
  expect(await replay.findByText('Different')).toBeTruthy();
  const [difference] = within(replay.getByRole('list', { name: 'Differences' })).getAllByRole('listitem');
  expect(difference?.textContent).toMatch(/^\d+\.\d\d sshelf, put: count was 7 in the recording and is 1 now\.$/);
  await act(async () =>
    within(replay.getByRole('list', { name: 'Differences' }))
      .getByRole('button')
      .click(),
  );
  expect(replay.getByText(/2 of 2$/)).toBeTruthy();
});

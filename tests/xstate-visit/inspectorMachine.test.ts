import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { inspectorMachine, MAX_STEPS, type PanelEnvironment } from '../../src/xstate-visit/panel/inspectorMachine.ts';
import {
  selectActors,
  selectAnnouncement,
  selectChosen,
  selectFoundActors,
  selectPosition,
  selectSteps,
} from '../../src/xstate-visit/panel/inspectorSelectors.ts';
import type { InspectedActor, InspectedStep } from '../../src/xstate-visit/panel/stepLog.ts';
import { kettleMachine } from './kitchen.ts';

function actorOf(id: number, state: string, isEffect = false): InspectedActor {
  return {
    id,
    name: isEffect ? 'measure' : `kettle ${id}`,
    kind: isEffect ? 'measure' : 'kettle',
    path: [id],
    machine: isEffect ? undefined : kettleMachine,
    status: 'active',
    state,
    activeIds: [],
    tags: [],
    next: () => [],
    can: () => undefined,
    crash: undefined,
    data: {},
  };
}

function stepOf(id: number, at = id * 10, actor = actorOf(1, `state ${id}`)): InspectedStep {
  const event = { type: `event ${id}`, data: {} };
  return { id, at, from: '', actorId: actor.id, event, outcome: 'moved', actor, running: [actorOf(1, `state ${id}`)] };
}

/** A step of one actor, with the actors that run after it. */
function stepAmong(id: number, actor: InspectedActor, ...running: readonly InspectedActor[]): InspectedStep {
  return { ...stepOf(id, id * 10, actor), running };
}

const RECORDED = [stepOf(1, 0), stepOf(2, 500), stepOf(3, 60_000)];
const file = { text: () => Promise.resolve('') };

const visitOf = (steps: readonly InspectedStep[]) => ({ steps, problems: [] });

function openInspector({
  replay = () => Promise.resolve(visitOf(RECORDED)),
}: Partial<Pick<PanelEnvironment, 'replay'>> = {}) {
  const clock = new SimulatedClock();
  const sent: unknown[] = [];
  const listeners: Parameters<PanelEnvironment['subscribe']>[0][] = [];
  let saved = 0;
  const environment: PanelEnvironment = {
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    sendEvent: (actorId, event) => sent.push([actorId, event]),
    saveRecording: () => {
      saved += 1;
    },
    replay,
  };
  const inspector = createActor(inspectorMachine, { input: environment, clock }).start();
  return {
    inspector,
    clock,
    sent,
    saved: () => saved,
    record: (steps: readonly InspectedStep[], isFull = false) => listeners.forEach((notify) => notify(steps, isFull)),
    state: () => inspector.getSnapshot(),
    shown: () => selectActors(inspector.getSnapshot()).map(({ state }) => state),
    openReplay: async () => {
      inspector.send({ type: 'recording.open', file });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('inspecting the running product', () => {
  test('every actor shows its current state, and the first one is selected', () => {
    const { record, state, shown } = openInspector();
    record([stepOf(1), stepOf(2)]);
    expect(shown()).toEqual(['state 2']);
    expect(selectChosen(state())?.state).toBe('state 2');
  });

  test('the user can view an earlier step while the product keeps running, and return to the present', () => {
    const { inspector, record, state, shown } = openInspector();
    record([stepOf(1), stepOf(2)]);
    inspector.send({ type: 'step.look', step: stepOf(1) });
    record([stepOf(3)]);
    expect(shown()).toEqual(['state 1']);
    inspector.send({ type: 'time.return' });
    expect(shown()).toEqual(['state 3']);
    expect(state().context.lookedAt).toBeUndefined();
  });

  test('the selected actor shows its state at the viewed step, even if the step belongs to another actor', () => {
    const { inspector, record, state } = openInspector();
    const then = stepAmong(1, actorOf(3, 'then 3'), actorOf(3, 'then 3'), actorOf(7, 'then 7'));
    record([then, stepAmong(2, actorOf(3, 'now 3'), actorOf(3, 'now 3'), actorOf(7, 'now 7'))]);
    inspector.send({ type: 'actor.choose', actorId: 7 });
    inspector.send({ type: 'step.look', step: then });
    expect(selectChosen(state())).toEqual(then.actor);
    inspector.send({ type: 'actor.choose', actorId: 7 });
    expect(selectChosen(state())?.state).toBe('then 7');
    inspector.send({ type: 'time.return' });
    expect(selectChosen(state())?.state).toBe('now 7');
  });

  test('an ended actor shows only at its last step', () => {
    const { inspector, record, state } = openInspector();
    const last = stepAmong(1, actorOf(3, 'stopped'), actorOf(7, 'active'));
    record([last]);
    inspector.send({ type: 'step.look', step: last });
    expect(selectChosen(state())?.state).toBe('stopped');
    inspector.send({ type: 'time.return' });
    expect(selectChosen(state())).toBeUndefined();
  });

  test('the initially selected actor stays selected when others start', () => {
    const { record, state } = openInspector();
    record([stepAmong(1, actorOf(3, 'one'), actorOf(3, 'one'))]);
    record([stepAmong(2, actorOf(2, 'new'), actorOf(2, 'new'), actorOf(3, 'two'))]);
    expect(selectChosen(state())?.state).toBe('two');
  });

  test('the log lists the steps of all machines or of the selected actor, newest first, and drops the oldest', () => {
    const { inspector, record, state } = openInspector();
    record([stepOf(1), stepOf(2, 20, actorOf(7, 'active', true)), stepOf(3)]);
    expect(selectSteps(state()).map(({ id }) => id)).toEqual([3, 1]);
    inspector.send({ type: 'actor.choose', actorId: 7 });
    inspector.send({ type: 'log.showChosen' });
    expect(selectSteps(state()).map(({ id }) => id)).toEqual([2]);
    inspector.send({ type: 'log.showAll' });
    record(Array.from({ length: MAX_STEPS }, (_, index) => stepOf(index + 10)));
    expect(state().context.live).toHaveLength(MAX_STEPS);
    expect(selectSteps(state()).at(-1)?.id).toBe(10);
  });

  test('an event is sent to the selected actor with its data; data that is no JSON object shows an error', () => {
    const { inspector, record, sent, state } = openInspector();
    record([stepOf(1)]);
    inspector.send({ type: 'event.send', eventType: 'kettle.start', data: '' });
    for (const data of ['[1]', '12', '{"litres":', 'null']) {
      inspector.send({ type: 'event.send', eventType: 'water.fill', data });
      expect(selectAnnouncement(state())).toMatch(/^Event data is a JSON object/);
    }
    inspector.send({ type: 'event.send', eventType: 'water.fill', data: '{"litres": 2, "type": "other"}' });
    expect(selectAnnouncement(state())).toBe('');
    expect(sent).toEqual([
      [1, { type: 'kettle.start' }],
      [1, { type: 'water.fill', litres: 2 }],
    ]);
  });

  test('the recording can be saved at any time, and a message appears when it has ended because it is full', () => {
    const { inspector, record, saved, state } = openInspector();
    inspector.send({ type: 'recording.save' });
    expect(selectAnnouncement(state())).toBe('The recording is saved');
    record([stepOf(1)], true);
    expect(selectAnnouncement(state())).toMatch(/^The recording has reached its maximum length and has ended/);
    inspector.send({ type: 'recording.save' });
    expect(saved()).toBe(2);
  });

  test('the panel can be minimised and opened', () => {
    const { inspector, state } = openInspector();
    inspector.send({ type: 'panel.minimise' });
    expect(state().matches({ panel: 'minimised' })).toBe(true);
    inspector.send({ type: 'panel.open' });
    expect(state().matches({ panel: 'open' })).toBe(true);
  });
});

describe('a replayed recording', () => {
  test('replaces the view of the product, starts at its first step, and loses no step of the product', async () => {
    const { inspector, openReplay, record, shown, state } = openInspector();
    record([stepOf(41)]);
    await openReplay();
    expect(selectPosition(state())).toEqual({ position: 0, count: 3 });
    record([stepOf(42)]);
    expect(shown()).toEqual(['state 1']);
    expect(selectSteps(state()).map(({ id }) => id)).toEqual([3, 2, 1]);
    inspector.send({ type: 'replay.leave' });
    expect(shown()).toEqual(['state 42']);
    expect(selectSteps(state()).map(({ id }) => id)).toEqual([42, 41]);
  });

  test('moves forwards and back by one step within its ends, and to any step', async () => {
    const { inspector, openReplay, shown } = openInspector();
    await openReplay();
    inspector.send({ type: 'replay.back' });
    expect(shown()).toEqual(['state 1']);
    inspector.send({ type: 'replay.forward' });
    inspector.send({ type: 'replay.forward' });
    inspector.send({ type: 'replay.forward' });
    expect(shown()).toEqual(['state 3']);
    inspector.send({ type: 'replay.back' });
    expect(shown()).toEqual(['state 2']);
    inspector.send({ type: 'replay.seek', position: 99 });
    expect(shown()).toEqual(['state 3']);
    inspector.send({ type: 'step.look', step: stepOf(2, 500) });
    expect(shown()).toEqual(['state 2']);
  });

  test('plays at the recorded speed, waits at most 2 s for a step, and restarts after its end', async () => {
    const { clock, inspector, openReplay, shown, state } = openInspector();
    await openReplay();
    inspector.send({ type: 'replay.play' });
    clock.increment(499);
    expect(shown()).toEqual(['state 1']);
    clock.increment(1);
    expect(shown()).toEqual(['state 2']);
    inspector.send({ type: 'replay.pause' });
    clock.increment(10_000);
    expect(shown()).toEqual(['state 2']);
    inspector.send({ type: 'replay.play' });
    clock.increment(2000);
    expect(shown()).toEqual(['state 3']);
    expect(state().matches({ time: { replay: 'paused' } })).toBe(true);
    inspector.send({ type: 'replay.play' });
    expect(shown()).toEqual(['state 1']);
  });

  test('selects the actor of its first step, and a running one when the user leaves the replay', async () => {
    const { inspector, openReplay, record, state } = openInspector({
      replay: () => Promise.resolve(visitOf([stepOf(1, 0, actorOf(9, 'recorded'))])),
    });
    record([stepOf(41)]);
    await openReplay();
    expect(selectChosen(state())?.state).toBe('recorded');
    inspector.send({ type: 'replay.leave' });
    expect(selectChosen(state())?.state).toBe('state 41');
  });

  test('waits before each step for the recorded time since the previous one', async () => {
    const recorded = [stepOf(1, 1000), stepOf(2, 1300), stepOf(3, 1301)];
    const { clock, inspector, openReplay, shown } = openInspector({ replay: () => Promise.resolve(visitOf(recorded)) });
    await openReplay();
    inspector.send({ type: 'replay.play' });
    clock.increment(299);
    expect(shown()).toEqual(['state 1']);
    clock.increment(1);
    expect(shown()).toEqual(['state 2']);
    clock.increment(15);
    expect(shown()).toEqual(['state 2']);
    clock.increment(1);
    expect(shown()).toEqual(['state 3']);
  });

  test('is replaced when the user opens another', async () => {
    const recordings = [RECORDED, [stepOf(9)]];
    const { openReplay, shown } = openInspector({ replay: () => Promise.resolve(visitOf(recordings.shift() ?? [])) });
    await openReplay();
    await openReplay();
    expect(shown()).toEqual(['state 9']);
  });

  test('shows an error for a file without a recording, and changes nothing else', async () => {
    const { openReplay, record, state } = openInspector({ replay: () => Promise.reject(new Error('No recording.')) });
    record([stepOf(1)]);
    const before = state().context;
    await openReplay();
    expect(selectAnnouncement(state())).toBe('No recording.');
    expect(state().context).toEqual({ ...before, fileError: 'No recording.' });
  });
});

test('a search finds actors by name and state, and steps by actor and event, whatever the case', () => {
  const { inspector, record, state } = openInspector();
  record([stepOf(1), stepAmong(2, actorOf(2, 'measuring'), actorOf(2, 'measuring'))]);
  const found = () => [selectFoundActors(state()).map(({ id }) => id), selectSteps(state()).map(({ id }) => id)];
  inspector.send({ type: 'search.change', search: ' EVENT 1 ' });
  expect(found()).toEqual([[], [1]]);
  inspector.send({ type: 'search.change', search: 'kettle 2' });
  expect(found()).toEqual([[2], [2]]);
  inspector.send({ type: 'search.change', search: '' });
  expect(found()[1]).toEqual([2, 1]);
});

test('the statechart is shown in its own size, in another, or in that of the panel', () => {
  const { inspector, state } = openInspector();
  expect(state().context.chartSize).toBe(1);
  inspector.send({ type: 'chart.resize', size: 'fit' });
  expect(state().context.chartSize).toBe('fit');
});

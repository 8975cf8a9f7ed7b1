import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import {
  inspectorMachine,
  MAX_STEPS,
  type PanelEnvironment,
  type ReplayedVisit,
} from '../../src/xstate-visit/panel/inspectorMachine.ts';
import {
  selectActors,
  selectAnnouncement,
  selectChosen,
  selectFoundActors,
  selectIsPresent,
  selectPosition,
  selectPrevious,
  selectSteps,
  wouldTake,
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

function visitOf(steps: readonly InspectedStep[]): ReplayedVisit {
  return { steps, verdict: 'same', reasons: [], differences: [] };
}

/** An actor that crashed. */
function crashedOf(id: number): InspectedActor {
  return { ...actorOf(id, 'crashed'), status: 'error', crash: { message: 'the fuse is gone', state: 'on' } };
}

function openInspector({
  replay = () => Promise.resolve(visitOf(RECORDED)),
  isBlocked = false,
}: Partial<Pick<PanelEnvironment, 'replay'>> & { readonly isBlocked?: boolean } = {}) {
  const clock = new SimulatedClock();
  const sent: unknown[] = [];
  const listeners: Parameters<PanelEnvironment['subscribe']>[0][] = [];
  let [saved, changedTexts, closedWindows] = [0, 0, 0];
  let closeByUser: (() => void) | undefined;
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
    texts: 'placeholders',
    changeTexts: () => {
      changedTexts += 1;
    },
    openWindow: (onClosed) => {
      if (isBlocked) return undefined;
      closeByUser = onClosed;
      return () => {
        closedWindows += 1;
      };
    },
  };
  const inspector = createActor(inspectorMachine, { input: environment, clock }).start();
  return {
    inspector,
    clock,
    sent,
    saved: () => saved,
    changedTexts: () => changedTexts,
    closedWindows: () => closedWindows,
    closeByUser: () => closeByUser?.(),
    record: (steps: readonly InspectedStep[]) => listeners.forEach((notify) => notify(steps)),
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

  test('the recording can be saved at any time', () => {
    const { inspector, saved, state } = openInspector();
    inspector.send({ type: 'recording.save' });
    expect(selectAnnouncement(state())).toBe('The recording is saved');
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

test('every state has a description', () => {
  const silent = getStateNodes(inspectorMachine).filter(({ description = '' }) => description.trim() === '');
  expect(silent.map(({ id }) => id)).toEqual([]);
});

describe('a paused log', () => {
  test('stays as it is while the product keeps running, and counts the new steps', () => {
    const { inspector, record, shown, state } = openInspector();
    record([stepOf(1)]);
    inspector.send({ type: 'log.pause' });
    expect(selectAnnouncement(state())).toBe('The log is paused');
    record([stepOf(2), stepOf(3)]);
    record([stepOf(4)]);
    expect(shown()).toEqual(['state 1']);
    expect(selectSteps(state()).map(({ id }) => id)).toEqual([1]);
    expect(state().context.heldCount).toBe(3);
  });

  test('shows the new steps when the user resumes, announces their number, and counts from 0 at the next pause', () => {
    const { inspector, record, shown, state } = openInspector();
    record([stepOf(1)]);
    inspector.send({ type: 'log.pause' });
    record([stepOf(2)]);
    inspector.send({ type: 'log.resume' });
    expect(shown()).toEqual(['state 2']);
    expect(selectSteps(state()).map(({ id }) => id)).toEqual([2, 1]);
    expect(selectAnnouncement(state())).toBe('The log goes on with 1 step since the pause');
    record([stepOf(3)]);
    expect(shown()).toEqual(['state 3']);
    inspector.send({ type: 'log.pause' });
    expect(state().context.heldCount).toBe(0);
  });

  test('counts all new steps and keeps the last ones', () => {
    const { inspector, record, state } = openInspector();
    inspector.send({ type: 'log.pause' });
    record(Array.from({ length: MAX_STEPS + 10 }, (_, index) => stepOf(index)));
    expect(state().context.heldCount).toBe(MAX_STEPS + 10);
    inspector.send({ type: 'log.resume' });
    expect(state().context.live).toHaveLength(MAX_STEPS);
    expect(state().context.live[0]?.id).toBe(10);
  });

  test('sends no events, whose results would not show', () => {
    const { inspector, record, sent, state } = openInspector();
    record([stepOf(1)]);
    expect(selectIsPresent(state())).toBe(true);
    inspector.send({ type: 'log.pause' });
    expect(selectIsPresent(state())).toBe(false);
    inspector.send({ type: 'event.send', eventType: 'kettle.start', data: '' });
    inspector.send({ type: 'log.resume' });
    inspector.send({ type: 'step.look', step: stepOf(1) });
    inspector.send({ type: 'event.send', eventType: 'kettle.start', data: '' });
    expect(sent).toEqual([]);
  });
});

describe('any event', () => {
  test('is kept while the user types, and refused without a type', () => {
    const { inspector, record, sent, state } = openInspector();
    record([stepOf(1)]);
    inspector.send({ type: 'draft.change', draft: { eventType: ' ', data: '{' } });
    expect(state().context.draft).toEqual({ eventType: ' ', data: '{' });
    inspector.send({ type: 'event.send', ...state().context.draft });
    expect(selectAnnouncement(state())).toBe('Enter the type of the event');
    inspector.send({ type: 'event.send', eventType: 'unlisted', data: '{' });
    expect(selectAnnouncement(state())).toMatch(/^Event data is a JSON object/);
    inspector.send({ type: 'event.send', eventType: 'unlisted', data: '{"a": 1}' });
    expect(selectAnnouncement(state())).toBe('');
    expect(sent).toEqual([[1, { type: 'unlisted', a: 1 }]]);
  });

  test('is asked of the machine with its type and data, once both can be read', () => {
    const asked: unknown[] = [];
    const actor: InspectedActor = {
      ...actorOf(1, 'on'),
      can: (event) => {
        asked.push(event);
        return true;
      },
    };
    expect(wouldTake(actor, { eventType: '', data: '' })).toBeUndefined();
    expect(wouldTake(actor, { eventType: 'set', data: '{' })).toBeUndefined();
    expect(wouldTake(actor, { eventType: ' set ', data: '{"to": 1}' })).toBe(true);
    expect(asked).toEqual([{ type: 'set', to: 1 }]);
  });
});

test('the step before the selected one is that of the same actor', () => {
  const { inspector, record, state } = openInspector();
  const other = actorOf(7, 'on');
  record([stepOf(1), stepAmong(2, other), stepOf(3), stepAmong(4, other)]);
  expect(selectPrevious(state())).toBeUndefined();
  inspector.send({ type: 'step.look', step: stepAmong(4, other) });
  expect(selectPrevious(state())?.id).toBe(2);
  inspector.send({ type: 'step.look', step: stepAmong(2, other) });
  expect(selectPrevious(state())).toBeUndefined();
});

test('crashed actors stay in the list until the user hides them; others that crash later are listed', () => {
  const { inspector, record, shown } = openInspector();
  record([stepAmong(1, crashedOf(2), actorOf(1, 'on'), crashedOf(2))]);
  expect(shown()).toEqual(['on', 'crashed']);
  inspector.send({ type: 'crashes.hide' });
  expect(shown()).toEqual(['on']);
  record([stepAmong(2, crashedOf(3), actorOf(1, 'on'), crashedOf(2), crashedOf(3))]);
  expect(shown()).toEqual(['on', 'crashed']);
  inspector.send({ type: 'crashes.hide' });
  expect(shown()).toEqual(['on']);
});

describe('the panel in its own window', () => {
  test('comes back when the user closes the window, or returns to the page', () => {
    const { closeByUser, closedWindows, inspector, state } = openInspector();
    inspector.send({ type: 'window.open' });
    expect(state().matches({ panel: 'window' })).toBe(true);
    closeByUser();
    expect(state().matches({ panel: { open: 'beside' } })).toBe(true);
    inspector.send({ type: 'window.open' });
    inspector.send({ type: 'window.close' });
    expect(state().matches({ panel: 'open' })).toBe(true);
    expect(closedWindows()).toBe(2);
  });

  test('stays in the page with a message if the browser blocks the window', () => {
    const { inspector, state } = openInspector({ isBlocked: true });
    inspector.send({ type: 'window.open' });
    expect(state().matches({ panel: { open: 'blocked' } })).toBe(true);
    expect(selectAnnouncement(state())).toMatch(/^The browser blocked the window/);
    inspector.send({ type: 'panel.minimise' });
    inspector.send({ type: 'panel.open' });
    expect(selectAnnouncement(state())).toBe('');
  });

  test('closes with the inspector', () => {
    const { closedWindows, inspector } = openInspector();
    inspector.send({ type: 'window.open' });
    inspector.stop();
    expect(closedWindows()).toBe(1);
  });
});

test('the choice of recorded texts is passed to the product', () => {
  const { changedTexts, inspector } = openInspector();
  inspector.send({ type: 'texts.change' });
  expect(changedTexts()).toBe(1);
});

describe('the result of a replay', () => {
  const difference = { at: 500, actor: 'app/kettle#2', event: 'event 3', text: 'it differs' };
  const different: ReplayedVisit = {
    steps: [
      stepOf(1, 0),
      stepOf(2, 500),
      stepOf(3, 500, { ...actorOf(9, 'other', true), machine: kettleMachine }),
      stepOf(4, 9000),
    ],
    verdict: 'different',
    reasons: ['oven is not compared.'],
    differences: [difference],
  };

  test('is announced, and gone when the user leaves the replay', async () => {
    const { inspector, openReplay, state } = openInspector({ replay: () => Promise.resolve(different) });
    await openReplay();
    expect(selectAnnouncement(state())).toBe('Different');
    expect(state().context.result).toEqual({
      verdict: 'different',
      reasons: ['oven is not compared.'],
      differences: [difference],
    });
    inspector.send({ type: 'replay.leave' });
    expect(state().context.result).toBeUndefined();
    expect(selectAnnouncement(state())).toBe('');
  });

  test.each([
    ['its time, and of several the one of its actor', difference, 2],
    ['its time, and of several the one of its event', { ...difference, actor: 'app/measure' }, 3],
    ['the nearest time', { ...difference, at: 7000 }, 4],
  ])('selects the step with %s for a difference', async (_, difference, id) => {
    const { inspector, openReplay, state } = openInspector({ replay: () => Promise.resolve(different) });
    await openReplay();
    inspector.send({ type: 'replay.play' });
    inspector.send({ type: 'difference.look', difference });
    expect(state().context.lookedAt?.id).toBe(id);
    expect(state().matches({ time: { replay: 'paused' } })).toBe(true);
  });
});

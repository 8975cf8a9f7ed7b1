import { createActor, fromCallback, fromPromise, type EventObject, type StateValue } from 'xstate';
import { describe, expect, test } from 'vitest';
import {
  inspectorMachine,
  KEPT_STEPS,
  selectActors,
  selectAnnouncement,
  selectChosen,
  selectSteps,
  type InspectedActor,
  type InspectedStep,
  type RecordingFile,
} from '#machines/inspectorMachine.ts';
import { machineFixture, plain } from '../fixtures/machineFixture.ts';
import { walk } from './walk.ts';

/** Where each of its regions begins. */
const BEGINNINGS = Object.values(createActor(inspectorMachine).getSnapshot().value);
const app = actorOf(1, 'app', 'running');
const session = actorOf(2, 'session', 'restoring');
const signedOut = actorOf(2, 'session', 'signedOut');
const file: RecordingFile = { text: () => Promise.resolve('') };
const call: InspectedActor = { ...actorOf(3, 'restoreUser', 'active'), kind: 'effect' };

describe('everywhere the inspector can go', () => {
  const { missedStates, missedTransitions } = walk(
    machineFixture(inspectorMachine, {
      events: [
        { type: 'steps.recorded', steps: [stepOf(1, app, [app])] },
        { type: 'steps.shown', steps: [stepOf(1, app, [app])] },
        { type: 'recording.open', file },
        { type: 'actor.choose', actorId: 1 },
        { type: 'moment.look', step: stepOf(1, app, [app]) },
        ...plain(
          'moment.return',
          'panel.minimise',
          'panel.open',
          'log.showAll',
          'log.showChosen',
          'chart.showDetail',
          'chart.showWhole',
          'machine.copy',
          'recording.save',
          'recording.filled',
          'stream.start',
          'stream.stop',
          'stream.broke',
        ),
      ],
      answers: {
        copyMachine: { done: [undefined], error: [new Error('refused')] },
        openRecording: { done: [undefined], error: [new Error('refused'), 'refused'] },
        saveRecording: { done: [undefined], error: [new Error('refused')] },
      },
      // Its regions know nothing of each other: two that have left their beginning show all that there is.
      isFarEnough: ({ context, value }) => context.steps.length > 1 || regionsLeft(value) > 2,
    }),
  );

  test('every state is reached and every transition is taken', () => {
    expect({ missedStates, missedTransitions }).toEqual({ missedStates: [], missedTransitions: [] });
  });
});

describe('what runs', () => {
  test('is listed as it stood after the newest step, and the first actor is chosen by itself', () => {
    const { actor, record } = stageInspector();
    record(stepOf(1, session, [app, session]), stepOf(2, signedOut, [app, signedOut]));
    expect(selectActors(actor.getSnapshot())).toEqual([app, signedOut]);
    expect(selectChosen(actor.getSnapshot())).toEqual(app);
  });

  test('may end while it is chosen', () => {
    const { actor, record } = stageInspector();
    record(stepOf(1, session, [app, session]));
    actor.send({ type: 'actor.choose', actorId: 2 });
    expect(selectChosen(actor.getSnapshot())).toEqual(session);
    record(stepOf(2, app, [app]));
    expect(selectChosen(actor.getSnapshot())).toBeUndefined();
  });
});

describe('the event log', () => {
  test('lists the steps of machines, newest first, or those of the chosen actor', () => {
    const { actor, record } = stageInspector();
    const [first, second, third] = [
      stepOf(1, app, [app]),
      stepOf(2, session, [app, session]),
      stepOf(3, call, [app, session, call]),
    ];
    record(first, second, third);
    expect(selectSteps(actor.getSnapshot())).toEqual([second, first]);
    actor.send({ type: 'log.showChosen' });
    expect(selectSteps(actor.getSnapshot())).toEqual([first]);
    actor.send({ type: 'actor.choose', actorId: 3 });
    expect(selectSteps(actor.getSnapshot())).toEqual([third]);
  });

  test('forgets the oldest step first', () => {
    const { actor, record } = stageInspector();
    record(...Array.from({ length: KEPT_STEPS + 2 }, (_, index) => stepOf(index + 1, app, [app])));
    const ids = actor.getSnapshot().context.steps.map(({ id }) => id);
    expect([ids.length, ids.at(0), ids.at(-1)]).toEqual([KEPT_STEPS, 3, KEPT_STEPS + 2]);
  });
});

describe('time travel', () => {
  test('shows every actor as it stood at a step, though the product goes on, until one comes back', () => {
    const { actor, record } = stageInspector();
    const before = stepOf(1, session, [app, session]);
    record(before);
    actor.send({ type: 'moment.look', step: before });
    record(stepOf(2, signedOut, [app, signedOut]));
    expect(actor.getSnapshot().matches({ time: 'past' })).toBe(true);
    expect(selectActors(actor.getSnapshot())).toEqual([app, session]);
    expect(selectChosen(actor.getSnapshot())).toEqual(session);
    actor.send({ type: 'moment.return' });
    expect(actor.getSnapshot().matches({ time: 'now' })).toBe(true);
    expect(selectActors(actor.getSnapshot())).toEqual([app, signedOut]);
    expect(selectChosen(actor.getSnapshot())).toEqual(signedOut);
  });
});

describe('copy machine', () => {
  test('copies the chosen one and says so until another is chosen', async () => {
    const { actor, copied, record } = stageInspector();
    record(stepOf(1, session, [app, session]));
    actor.send({ type: 'machine.copy' });
    expect(selectAnnouncement(actor.getSnapshot())).toBe('');
    await Promise.resolve();
    expect(copied).toEqual([1]);
    expect(selectAnnouncement(actor.getSnapshot())).toBe('Copied app');
    actor.send({ type: 'actor.choose', actorId: 2 });
    expect(selectAnnouncement(actor.getSnapshot())).toBe('');
  });

  test('says when the browser refuses', async () => {
    const { actor } = stageInspector({ copies: false });
    actor.send({ type: 'machine.copy' });
    await Promise.resolve();
    expect(selectAnnouncement(actor.getSnapshot())).toBe('The browser did not allow copying');
  });
});

describe('open recording', () => {
  test('says why a file cannot be replayed', async () => {
    const { actor } = stageInspector();
    actor.send({ type: 'recording.open', file });
    await Promise.resolve();
    expect(selectAnnouncement(actor.getSnapshot())).toBe('This file is no recording');
  });

  test('a replay shows the steps that have led to its moment, and nothing is looked at any more', () => {
    const { actor, record } = stageInspector();
    const before = stepOf(1, session, [app, session]);
    record(before, stepOf(2, signedOut, [app, signedOut]));
    actor.send({ type: 'moment.look', step: before });
    actor.send({ type: 'steps.shown', steps: [before] });
    expect(actor.getSnapshot().matches({ time: 'now' })).toBe(true);
    expect(selectActors(actor.getSnapshot())).toEqual([app, session]);
  });
});

describe('save recording', () => {
  test.each([
    [true, 'The recording is saved'],
    [false, 'The recording could not be saved'],
  ])('saves what was recorded so far and says so (%s)', async (saves, said) => {
    const { actor } = stageInspector({ saves });
    actor.send({ type: 'recording.save' });
    expect(selectAnnouncement(actor.getSnapshot())).toBe('');
    await Promise.resolve();
    expect(selectAnnouncement(actor.getSnapshot())).toBe(said);
  });
});

describe('a recording that is as long as it may be', () => {
  test('has ended, which is said and stays so; it can be saved', async () => {
    const { actor } = stageInspector();
    const full = 'The recording is as long as it may be and has ended. Save it; reload the page to begin another.';
    actor.send({ type: 'recording.filled' });
    expect(selectAnnouncement(actor.getSnapshot())).toBe(full);
    actor.send({ type: 'recording.save' });
    await Promise.resolve();
    expect(selectAnnouncement(actor.getSnapshot())).toBe('The recording is saved');
    expect(actor.getSnapshot().matches({ recording: 'full' })).toBe(true);
  });
});

describe('the stream to Stately', () => {
  test('is off until it is asked for, and ends when it is asked to', () => {
    const { actor, streams } = stageInspector();
    expect(streams).toEqual([]);
    actor.send({ type: 'stream.start' });
    expect(streams).toEqual(['opened']);
    actor.send({ type: 'stream.stop' });
    expect(streams).toEqual(['opened', 'closed']);
  });

  test('says when its window cannot be opened, and can be tried again', () => {
    const { actor, streams } = stageInspector();
    actor.send({ type: 'stream.start' });
    actor.send({ type: 'stream.broke' });
    expect(selectAnnouncement(actor.getSnapshot())).toBe('The window of the Stately inspector could not be opened');
    actor.send({ type: 'stream.start' });
    expect(streams).toEqual(['opened', 'closed', 'opened']);
  });
});

/** How many regions stand elsewhere than at first. */
function regionsLeft(value: StateValue): number {
  return Object.values(value).filter((state, region) => state !== BEGINNINGS[region]).length;
}

function stageInspector({ copies = true, saves = true } = {}) {
  const copied: (number | undefined)[] = [];
  const streams: string[] = [];
  const actor = createActor(
    inspectorMachine.provide({
      actors: {
        watchProduct: fromCallback<EventObject, undefined>(() => undefined),
        copyMachine: fromPromise<void, { actorId: number | undefined }>(({ input }) => {
          copied.push(input.actorId);
          return copies ? Promise.resolve() : Promise.reject(new Error('refused'));
        }),
        openRecording: fromPromise<void, { file: RecordingFile }>(() =>
          Promise.reject(new Error('This file is no recording')),
        ),
        saveRecording: fromPromise<void, undefined>(() =>
          saves ? Promise.resolve() : Promise.reject(new Error('refused')),
        ),
        streamSteps: fromCallback<EventObject, undefined>(() => {
          streams.push('opened');
          return () => streams.push('closed');
        }),
      },
    }),
  ).start();
  return {
    actor,
    copied,
    streams,
    record: (...steps: InspectedStep[]) => actor.send({ type: 'steps.recorded', steps }),
  };
}

function actorOf(id: number, name: string, state: string): InspectedActor {
  return {
    id,
    name,
    above: id === 1 ? [] : [1],
    kind: 'machine',
    status: 'active',
    state,
    value: state,
    activeIds: [name, `${name}.${state}`],
    tags: [],
    next: [],
    data: {},
  };
}

function stepOf(id: number, actor: InspectedActor, running: readonly InspectedActor[]): InspectedStep {
  return {
    id,
    at: id * 10,
    from: '',
    to: actor.name,
    actorId: actor.id,
    event: { type: 'xstate.init', data: {} },
    outcome: 'moved',
    actor,
    running,
  };
}

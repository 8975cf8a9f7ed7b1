import { and, assign, cancel, createActor, createMachine, fromPromise, not, or, raise, stateIn } from 'xstate';
import { describe, expect, test } from 'vitest';
import { drawStatechart } from '../../src/xstate-visit/statechart/drawStatechart.ts';
import { layOutStatechart } from '../../src/xstate-visit/statechart/layOutStatechart.ts';
import { machineGraph, statesWithin, type State } from '../../src/xstate-visit/statechart/machineGraph.ts';
import { nextTransitions } from '../../src/xstate-visit/statechart/nextTransitions.ts';

const shopMachine = createMachine(
  {
    id: 'shop',
    context: { open: true },
    initial: 'empty',
    states: {
      empty: {
        entry: [() => undefined, 'greet', raise({ type: 'ring' })],
        invoke: { src: fromPromise(() => Promise.resolve(1)), onDone: 'busy', onError: 'busy' },
        after: { 1000: { actions: assign({ open: false }) } },
        on: {
          both: { guard: and(['isOpen', not('isRich')]), target: 'busy' },
          either: { guard: or(['isOpen', and(['isRich', 'isQuiet'])]), target: 'busy' },
          closed: { guard: not('isOpen'), target: 'busy' },
          inState: { guard: stateIn('#shop.busy'), target: 'busy' },
          inline: { guard: ({ context }) => !context.open, target: 'busy' },
          reads: { guard: ({ event }) => event['coins'] === 2, target: 'busy' },
          lists: { guard: ({ event }) => Object.keys(event).length > 1, target: 'busy' },
          asks: { guard: ({ event }) => 'coins' in event, target: 'busy' },
          fails: {
            guard: () => {
              throw new Error('no guard');
            },
            target: 'busy',
          },
          rich: { guard: 'isRich', target: 'busy' },
          stop: { actions: cancel('bell') },
        },
      },
      busy: {
        type: 'parallel',
        states: {
          door: { initial: 'shut', states: { shut: {}, last: { type: 'history', history: 'deep', target: 'shut' } } },
          till: {},
        },
      },
    },
  },
  {
    guards: {
      isOpen: ({ context }) => context.open,
      isRich: ({ event }) => event['coins'] > 5,
      isQuiet: () => true,
    },
    actions: { greet: () => undefined },
  },
);

const states = statesWithin(machineGraph(shopMachine));
const stateOf = (id: string): State => states.find((state) => state.id === id) ?? machineGraph(shopMachine);
const empty = stateOf('shop.empty');

describe('a statechart', () => {
  test.each([
    ['both', 'isOpen and (not isRich)'],
    ['either', 'isOpen or (isRich and isQuiet)'],
    ['closed', 'not isOpen'],
    ['inState', 'in #shop.busy'],
    ['inline', '(inline)'],
    ['rich', 'isRich'],
    ['stop', ''],
  ])('names the guard of the event %s', (type, guard) => {
    expect(empty.transitions.find(({ eventType }) => eventType === type)?.guard).toBe(guard);
  });

  test('shows inline actions and actions of XState, but not the timers that XState adds', () => {
    expect(empty.entry).toEqual(['(inline)', 'greet', 'raise(ring)']);
    expect(empty.exit).toEqual([]);
    const actionsOf = (label: string) => empty.transitions.find((each) => each.label === label)?.actions;
    expect(actionsOf('after 1000')).toEqual(['assign']);
    expect(actionsOf('stop')).toEqual(['cancel']);
  });

  test('names invoked logic without an id, and its results', () => {
    expect(empty.invokes).toEqual(['(inline)']);
    expect(empty.transitions.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['done: (inline)', 'error: (inline)']),
    );
    const machine = createMachine({ id: 'till', invoke: { src: 'count', onDone: {}, onSnapshot: {} } });
    const { invokes, transitions } = machineGraph(machine);
    expect(invokes).toEqual(['count']);
    expect(transitions.map(({ label }) => label)).toEqual(['done: count', 'value: count']);
  });

  test('shows a history state with its kind and its default', async () => {
    expect(stateOf('shop.busy.door.last').history).toBe('deep history, else shut');
    const drawing = drawStatechart(await layOutStatechart(machineGraph(shopMachine)), { id: 'shop', label: 'shop' });
    expect(drawing).toContain('>deep history, else shut<');
    expect(drawing).toContain('class="state frame parallel"');
  });

  test('draws an arrow from a frame to a state with an id of its own from the box “any state”', async () => {
    const machine = createMachine({
      id: 'lamp',
      initial: 'off',
      on: { reset: '#dark' },
      states: { off: { id: 'dark', on: { press: 'on' } }, on: {} },
    });
    expect((await layOutStatechart(machineGraph(machine))).anywheres).toHaveLength(1);
  });

  test('has an arrow to each target of a transition', async () => {
    const machine = createMachine({
      id: 'player',
      type: 'parallel',
      on: { reset: { target: ['.sound.quiet', '.picture.dark'] } },
      states: {
        sound: { initial: 'loud', states: { loud: {}, quiet: {} } },
        picture: { initial: 'bright', states: { bright: {}, dark: {} } },
      },
    });
    const { arrows } = await layOutStatechart(machineGraph(machine));
    expect(arrows.flatMap(({ name, label: { text } }) => (text.lines.length > 0 ? [name] : []))).toEqual([
      'player#anywhere to player.sound.quiet',
      'player#anywhere to player.picture.dark',
    ]);
  });

  test('is drawn larger or smaller', async () => {
    const layout = await layOutStatechart(machineGraph(createMachine({ id: 'dot' })));
    const drawing = drawStatechart(layout, { id: 'dot', label: 'dot', zoom: 2 });
    expect(drawing).toContain(`width="${layout.width * 2}" height="${layout.height * 2}"`);
    expect(drawing).toContain(`viewBox="0 0 ${layout.width} ${layout.height}"`);
  });
});

test('a guard that reads the data of the event is neither possible nor refused', () => {
  const next = nextTransitions(createActor(shopMachine).getSnapshot());
  expect(Object.fromEntries(next.map(({ label, likelihood }) => [label, likelihood]))).toEqual({
    both: 'depends',
    either: 'possible',
    closed: 'refused',
    inState: 'refused',
    inline: 'refused',
    reads: 'depends',
    lists: 'depends',
    asks: 'depends',
    fails: 'depends',
    rich: 'depends',
    stop: 'possible',
    'after 1000': 'waits',
    'done: (inline)': 'waits',
    'error: (inline)': 'waits',
  });
});

test('only events that an app can send are offered for sending', () => {
  const machine = createMachine({
    id: 'door',
    on: { '*': {}, 'door.*': {}, open: {} },
    always: { guard: () => false },
    after: { 9: {} },
  });
  const next = nextTransitions(createActor(machine).getSnapshot());
  expect(next.filter(({ canBeSent }) => canBeSent).map(({ eventType }) => eventType)).toEqual(['open']);
  expect(next).toHaveLength(5);
});

import { assign, createActor, setup, SimulatedClock, waitFor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { checkRecording, type CheckedProduct } from '../../src/xstate-visit/replay/checkRecording.ts';
import { replayRecording, type Frame } from '../../src/xstate-visit/replay/replayRecording.ts';
import { printable, reportText } from '../../src/xstate-visit/commandLine/report.ts';
import { partsText, textOfMachine } from '../../src/xstate-visit/recording/machineText.ts';
import { parseRecording, recordingText, type Entry } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { bakeryMachine, kettleMachine, kitchenMachine, ovenMachine } from './kitchen.ts';
import { changed, kitchen, recordTea, visitOn } from './record.ts';

describe('a replay', () => {
  test('repeats the results of effects, the delays and the events between machines on the same machines', async () => {
    const result = checkRecording(recordingText(await recordTea()), kitchen);
    expect([result.differences, result.brokenRules, result.changed]).toEqual([[], [], []]);
    expect(result.unmet('kettle.hot')).toBeUndefined();
    expect(result.unmet('kitchen.cups=8')).toBeUndefined();
  });

  test('repeats failures of effects', async () => {
    const recording = await recordTea({ measure: () => Promise.reject(new Error('no thermometer')) });
    const result = checkRecording(recordingText(recording), kitchen);
    expect(result.differences).toEqual([]);
    expect(result.unmet('kettle.broken')).toBeUndefined();
  });

  test('of a long visit repeats its end, and continues delays and effects that began before', async () => {
    const clock = new SimulatedClock();
    const visit = recordVisit({ ...visitOn(() => clock.now()), maxCharacters: 20_000 });
    const kettle = createActor(kettleMachine, { input: { owner: 'Ana' }, inspect: visit.inspect, clock }).start();
    await waitFor(kettle, (snapshot) => snapshot.matches('cold'));
    kettle.send({ type: 'water.fill', litres: 1 });
    kettle.send({ type: 'kettle.start' });
    for (let litres = 1; litres < 1000; litres += 1) kettle.send({ type: 'water.fill', litres });
    clock.increment(3000);
    const recording = visit.recording();
    expect(recording.entries[0]?.type).toBe('checkpoint');
    expect(recordingText(recording).length).toBeLessThan(30_000);
    const result = checkRecording(recordingText(recording), kitchen);
    expect([result.verdict, result.differences]).toEqual(['same', []]);
    expect(result.unmet('kettle.hot')).toBeUndefined();
    expect(result.unmet('kettle.litres=999')).toBeUndefined();
  });

  test('reports where and when data and actions differ from the recording', async () => {
    const text = changed(await recordTea(), (entry) => {
      if (entry.type === 'transition' && entry.event === 'water.fill') return { ...entry, data: { litres: 7 } };
      if (entry.type === 'action' && entry.action === 'tea.served') return { ...entry, params: { cups: 1 } };
      return entry;
    });
    const report = reportText(checkRecording(text, kitchen));
    expect(report).toContain(`   0.00 s  kettle  water.fill
             litres
               recorded  7
               today     2`);
    expect(report).toContain(`   4.00 s  kettle  does tea.served
             params.cups
               recorded  1
               today     8`);
    expect(report).toContain('Verdict: not comparable. 2 differences without a verdict, no broken rule.');
  });

  test('reports the recorded event and the current one when they differ', async () => {
    const text = changed(await recordTea(), (entry) =>
      entry.type === 'event' && entry.event.type === 'water.fill' ? [] : entry,
    );
    expect(checkRecording(text, kitchen).differences.map(({ parts }) => parts[0])).toContainEqual({
      name: 'event',
      recorded: 'water.fill',
      today: 'kettle.start',
      isUnknownText: false,
    });
  });

  test('does not end a delay at the recorded time if it is longer in this build', async () => {
    const early = changed(await recordTea(), (entry) => (entry.type === 'delay' ? { ...entry, at: 2000 } : entry));
    expect(checkRecording(early, kitchen).unmet('kettle.heating')).toBeUndefined();
    expect(checkRecording(early, kitchen).differences.map(({ event }) => event)).toContain(
      'xstate.after.boiling.kettle.heating',
    );
  });

  test('ends a delay that is shorter in this build before the inputs recorded after it', async () => {
    const { entries, ...rest } = await recordTea();
    const late = entries.filter(({ type }) => type !== 'delay');
    const text = recordingText({
      ...rest,
      entries: [...late, { type: 'event', at: 9000, actor: 'kettle', event: { type: 'kettle.stop' } }],
    });
    expect(checkRecording(text, kitchen).unmet('kettle.hot')).toBeUndefined();
  });

  test('names the parts of machines that have changed since the recording', async () => {
    const recording = await recordTea();
    const parts = partsText({
      ...textOfMachine(kettleMachine).fingerprint.parts,
      cold: { structure: 'x', functions: '', effects: '' },
      'heating on kettle.stir': { structure: 'y', functions: '', effects: '' },
    });
    const text = recordingText({ ...recording, machines: { kettle: { characters: 9, removable: 1, parts } } });
    const result = checkRecording(text, kitchen);
    expect(result.changed.map((machine) => [machine.name, machine.parts.map(({ name }) => name)])).toEqual([
      ['kettle', ['cold', undefined]],
    ]);
    expect(reportText(result)).toContain(
      'Changed since the recording: kettle (“cold”, a state or an event that it had).\n',
    );
  });
});

describe('a wrong value', () => {
  const NOTE =
    'The value came from the effect kettle/measure, 0.00 s after the start. A replay repeats the recorded results of effects, ' +
    'right or wrong, so it does not show whether the effect was fixed since. Test the effect in tests/thermometer.test.ts.';

  test('from an effect is reported as recorded input, with the test of that effect', async () => {
    const result = checkRecording(recordingText(await recordTea({ measure: () => Promise.resolve(68) })), kitchen);
    expect(result.unmet('kettle.celsius=20')).toBe(`Expected kettle.celsius to be 20; it is 68. ${NOTE}`);
  });

  test('from an effect that breaks a rule is reported as recorded input', async () => {
    const result = checkRecording(recordingText(await recordTea({ measure: () => Promise.resolve(680) })), kitchen);
    expect(result.brokenRules).toEqual([{ at: 0, message: `kettle: water is not hotter than 100 °C ${NOTE}` }]);
  });

  test('of a state that follows from the result of an effect is reported as recorded input', async () => {
    const recording = await recordTea({ measure: () => Promise.reject(new Error('no thermometer')) });
    const result = checkRecording(recordingText(recording), kitchen);
    expect(result.unmet('kettle.hot')).toBe(`Expected kettle.hot; it is broken. ${NOTE}`);
  });

  test('that is missing is reported with the origin of the value that should contain it', async () => {
    const result = checkRecording(recordingText(await recordTea()), kitchen);
    expect(result.unmet('kettle.celsius.inside=20')).toBe(
      `Expected kettle.celsius.inside to be 20; it is nothing. ${NOTE}`,
    );
  });

  test('that a later effect carried, but the machine did not store, points to the machine and its test', async () => {
    const deaf = kettleMachine.provide({ actions: { storeCelsius: () => undefined } });
    const result = checkRecording(recordingText(await recordTea({ machine: deaf })), {
      ...kitchen,
      machines: { [deaf.id]: deaf },
      testOf: (machine) => `tests/${machine}.test.ts`,
    });
    expect(result.unmet('kettle.celsius=20')).toBe(
      'Expected kettle.celsius to be 20; it is 0. The result of the effect kettle/measure, 0.00 s after the start, ' +
        'contained that value, but kettle did not store it. Test the machine in tests/kettle.test.ts.',
    );
    expect(result.unmet('kettle.celsius=21')).toBe(
      'Expected kettle.celsius to be 21; it is 0. Test the machine in tests/kettle.test.ts.',
    );
  });

  test('that equals the result of an effect by chance is not reported as recorded input', async () => {
    const machine = kettleMachine.provide({ actions: { fill: assign({ litres: 20 }) } });
    const result = checkRecording(recordingText(await recordTea({ machine })), {
      ...kitchen,
      machines: { [machine.id]: machine },
    });
    expect(result.unmet('kettle.litres=2')).toBe('Expected kettle.litres to be 2; it is 20.');
  });

  test('that the machine computed is not reported as recorded input', async () => {
    const machine = kettleMachine.provide({ actions: { fill: assign({ litres: 12 }) } });
    const result = checkRecording(recordingText(await recordTea({ machine })), {
      ...kitchen,
      machines: { [machine.id]: machine },
    });
    expect(result.unmet('kettle.litres=2')).toBe('Expected kettle.litres to be 2; it is 12.');
  });
});

describe('an expectation', async () => {
  const result = checkRecording(recordingText(await recordTea()), kitchen);

  test.each(['kettle.hot', 'kettle.litres=2', 'kettle does ring', 'kettle does tea.served {"cups":8}'])(
    '%s is met',
    (expectation) => {
      expect(result.unmet(expectation)).toBeUndefined();
    },
  );

  test('can apply to a moment of the recording', () => {
    expect(result.unmet('kettle.heating', 2)).toBeUndefined();
    expect(result.unmet('kettle.hot', 2)).toBe('Expected kettle.hot; it is heating.');
  });

  test.each([
    ['kettle.heating', 'Expected kettle.heating; it is hot.'],
    ['toaster.hot', 'Expected toaster.hot; toaster does not run then.'],
    ['kitchen.cups=1', 'Expected kitchen.cups to be 1; it is 8.'],
    ['kettle does tea.served {"cups":1}', 'kettle should do tea.served with {"cups":1}; it does with {"cups":8}.'],
    ['kettle does nothing', 'kettle should do nothing; it never does.'],
  ])('%s is not met', (expectation, message) => {
    expect(result.unmet(expectation)).toBe(message);
  });

  test('with invalid syntax is refused', () => {
    expect(() => result.unmet('heating?')).toThrow(/^“heating\?” is not an expectation\. There are four kinds: /);
    expect(() => result.unmet('kettle.owner=Ana')).toThrow('“Ana” in the expectation is not JSON.');
    for (const text of ['the kitchen.cups=8', 'the kettle.hot', 'the kettle does tea.served'])
      expect(() => result.unmet(text)).toThrow(/ is not an expectation\. /);
  });
});

/** A visit that heats an oven at 1 s and fills it twice at 2 s. */
function recordOven({ input = {} }: { input?: { note?: string } } = {}) {
  const clock = new SimulatedClock();
  const { inspect, recording } = recordVisit(visitOn(() => clock.now()));
  const oven = createActor(ovenMachine, { inspect, clock, input }).start();
  clock.increment(1000);
  oven.send({ type: 'heat.up' });
  clock.increment(1000);
  for (const name of ['bread', 'cake']) oven.send({ type: 'tray.add', name });
  return { clock, inspect, oven, recording };
}

const bakery: CheckedProduct = {
  machines: { oven: ovenMachine, kettle: kettleMachine, kitchen: kitchenMachine },
  brokenRules: () => [],
};

/** The inputs that could not be repeated, and why. */
function problemsOf(text: string): string[] {
  return checkRecording(text, bakery).differences.flatMap(({ at, actor, parts }) =>
    parts.flatMap(({ name, today }) => (name === 'actor' ? [`${at} ${actor}: ${today}`] : [])),
  );
}

function ovenWith(...more: readonly Entry[]): string {
  const recording = recordOven().recording();
  return recordingText({ ...recording, entries: [...recording.entries, ...more] });
}

function traysIn(frame: Frame | undefined): string {
  return JSON.stringify(frame?.machines.get('oven')?.context.trays ?? null);
}

describe('an expectation of a machine with regions', () => {
  const result = checkRecording(recordingText(recordOven().recording()), bakery);

  test.each([
    ['oven.used.heat.on.high', undefined],
    ['oven.heat.on', undefined],
    ['oven.on.high', undefined],
    ['oven.door.closed', undefined],
    ['oven.trays.length=2', undefined],
    ['oven.trays=["bread","cake"]', undefined],
    ['oven.trays.1="cake"', undefined],
    ['oven.heat.off', 'Expected oven.heat.off; it is used.door.closed, used.heat.on.high.'],
    ['oven.trays.length=1', 'Expected oven.trays.length to be 1; it is 2.'],
    ['kettle does light', 'kettle should do light; it never does.'],
  ])('%s results in the message: %s', (expectation, unmet) => {
    expect(result.unmet(expectation)).toBe(unmet);
  });

  test.each(['oven.high.on', 'oven.hi', 'oven.door.on'])(
    '%s is refused, because no state has this name',
    (expectation) => {
      expect(() => result.unmet(expectation)).toThrow(
        `“${expectation}” is no state of oven. Its states are used, used.door, used.door.closed, used.heat, used.heat.off, ` +
          'used.heat.on, used.heat.on.high, thrownOut.',
      );
    },
  );

  test.each([
    ['oven.heat.on', 0.999, 'Expected oven.heat.on; it is used.door.closed, used.heat.off.'],
    ['oven.heat.on', 1, undefined],
    ['oven does light', 0.999, 'oven should do light; it never does.'],
    ['oven does light', 1, undefined],
    ['oven.trays.length=2', 1.999, 'Expected oven.trays.length to be 2; it is 0.'],
  ])('%s after %d s results in the message: %s', (expectation, seconds, unmet) => {
    expect(result.unmet(expectation, seconds)).toBe(unmet);
  });

  test('is met if one of two actors of the machine meets it', () => {
    const { inspect, recording } = recordOven();
    createActor(ovenMachine, { inspect, input: {} }).start();
    const two = checkRecording(recordingText(recording()), bakery);
    expect(two.unmet('oven.trays.length=2')).toBeUndefined();
    expect(two.unmet('oven.trays.length=0')).toBeUndefined();
    expect(two.unmet('oven.trays.length=1')).toBe('Expected oven.trays.length to be 1; it is 2 and 0.');
  });
});

describe('a replay that differs from the recording', () => {
  test('names an actor that does not run in this build', () => {
    const text = ovenWith({ type: 'event', at: 3000, actor: 'toaster', event: { type: 'toast' } });
    expect(problemsOf(text)).toEqual(['3000 toaster: it does not run in this build']);
  });

  test('names a machine that this build does not have', () => {
    const text = ovenWith({ type: 'created', at: 3000, actor: 'toaster', machine: 'toaster' });
    const { verdict, notComparable } = checkRecording(text, bakery);
    expect(verdict).toBe('not comparable');
    expect(notComparable).toEqual(['The root “toaster” is not among the machines: oven, kettle, kitchen.']);
  });

  test('reports a machine that crashes only in the replay', () => {
    const text = ovenWith({ type: 'event', at: 3000, actor: 'oven', event: { type: 'fuse.blow' } });
    expect(checkRecording(text, bakery).differences).toMatchObject([
      { at: 3000, actor: 'oven', event: 'crashes', parts: [{ name: 'event', recorded: 'nothing', today: 'crashes' }] },
    ]);
  });

  test('names an actor that ends before a recorded event', () => {
    const text = ovenWith(
      { type: 'event', at: 3000, actor: 'oven', event: { type: 'throw.out' } },
      { type: 'event', at: 3500, actor: 'oven', event: { type: 'heat.up' } },
    );
    expect(problemsOf(text)).toEqual(['3500 oven: in this build it ends before heat.up']);
    expect(checkRecording(text, bakery).unmet('oven.thrownOut')).toBeUndefined();
  });

  test('if the step of an input does not occur in this build, the input is replayed just before the next one', async () => {
    const text = changed(await recordTea(), (entry) =>
      'during' in entry && entry.during !== undefined ? { ...entry, during: 'kettle receives nothing 1' } : entry,
    );
    const result = checkRecording(text, kitchen);
    expect(result.unmet('kitchen.cups=8')).toBeUndefined();
    expect(result.differences).toEqual([]);
  });
});

describe('a replay repeats', () => {
  test('the stop of an actor', () => {
    const { oven, recording } = recordOven();
    oven.stop();
    const result = checkRecording(recordingText(recording()), bakery);
    expect(result.differences).toEqual([]);
    expect(result.unmet('oven.heat.on')).toBe('Expected oven.heat.on; oven does not run then.');
    expect(result.unmet('oven.heat.on', 1)).toBeUndefined();
  });

  test('creates actors with their recorded snapshot and input', () => {
    const { oven } = recordOven();
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    createActor(ovenMachine, { inspect, input: { note: 'hot' }, snapshot: oven.getPersistedSnapshot() }).start();
    createActor(ovenMachine, { inspect, input: { note: 'cold' } }).start();
    const result = checkRecording(recordingText(recording()), bakery);
    expect(result.differences).toEqual([]);
    expect(result.unmet('oven.trays.length=2')).toBeUndefined();
    expect(result.unmet('oven.note="cold"')).toBeUndefined();
  });

  test('each address, and assigns it to the frames that follow', () => {
    let address = '/kitchen';
    const { inspect, recording } = recordVisit({ ...visitOn(() => 0), address: () => address });
    const oven = createActor(ovenMachine, { inspect, input: {} }).start();
    address = '/oven';
    oven.send({ type: 'heat.up' });
    const { frames } = replayRecording(recording(), bakery);
    expect(frames.map(({ input, address: shown }) => `${input.type} ${shown}`)).toEqual([
      'address /kitchen',
      'created /kitchen',
      'started /kitchen',
      'address /oven',
      'event /oven',
    ]);
  });

  test('no effect and no side effect of an action, at any depth', () => {
    let lit = 0;
    const light = () => void (lit += 1);
    const oven = ovenMachine.provide({ actions: { light } });
    const machine = bakeryMachine.provide({ actors: { oven } });
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    createActor(machine, { inspect }).start();
    expect(lit).toBe(1);
    const result = checkRecording(recordingText(recording()), {
      machines: { [machine.id]: machine },
      brokenRules: () => [],
    });
    expect([result.differences, lit]).toEqual([[], 1]);
  });

  test('no delay of a state that the machine has left', async () => {
    const recording = await recordTea();
    const stopped: Entry = { type: 'event', at: 1500, actor: 'kettle', event: { type: 'kettle.stop' } };
    const early = recording.entries.filter((entry) => entry.type !== 'delay');
    const text = recordingText({
      ...recording,
      entries: [
        ...early,
        stopped,
        { type: 'event', at: 9000, actor: 'kettle', event: { type: 'water.fill', litres: 3 } },
      ],
    });
    expect(checkRecording(text, kitchen).unmet('kettle.cold')).toBeUndefined();
  });

  test('repeats only the delay that ended when several were pending', () => {
    const lamp = setup({ delays: { first: 1000, second: 1000 } }).createMachine({
      id: 'lamp',
      type: 'parallel',
      states: {
        left: { initial: 'on', states: { on: { after: { first: 'off' } }, off: {} } },
        right: { initial: 'on', states: { on: { after: { second: 'off' } }, off: {} } },
      },
    });
    const clock = new SimulatedClock();
    const { inspect, recording } = recordVisit(visitOn(() => clock.now()));
    for (const _ of [1, 2]) createActor(lamp, { inspect, clock }).start();
    clock.increment(1000);
    const { entries, ...head } = recording();
    const first = entries.findIndex(({ type }) => type === 'delay');
    const product = { machines: { [lamp.id]: lamp }, brokenRules: () => [] };
    const { frames } = replayRecording({ ...head, entries: entries.slice(0, first + 1) }, product);
    const states = [...(frames.at(-1)?.machines.values() ?? [])].map(({ value }) => JSON.stringify(value));
    expect(states.toSorted()).toEqual(['{"left":"off","right":"on"}', '{"left":"on","right":"on"}']);
    expect(checkRecording(recordingText({ ...head, entries }), product).differences).toEqual([]);
  });
});

describe('a rule', () => {
  test('is reported with the time when it first breaks, and is checked with the previous frame', () => {
    const seen: string[] = [];
    const product: CheckedProduct = {
      ...bakery,
      brokenRules: (frame, before) => {
        seen.push(`${traysIn(before)} ${traysIn(frame)}`);
        return frame.machines.get('oven')?.context.trays.length > 0 ? ['the oven is empty'] : [];
      },
    };
    const { brokenRules } = checkRecording(recordingText(recordOven().recording()), product);
    expect(brokenRules).toEqual([{ at: 2000, message: 'the oven is empty' }]);
    expect(seen).toEqual(['null null', 'null []', '[] []', '[] []', '[] ["bread"]', '["bread"] ["bread","cake"]']);
  });

  test('that breaks after an event from another root names no effect', () => {
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    const waiter = createActor(kitchenMachine, { inspect }).start();
    const oven = createActor(ovenMachine, { inspect, input: { waiter } }).start();
    oven.send({ type: 'bake' });
    const product: CheckedProduct = {
      ...bakery,
      brokenRules: ({ machines }) => (machines.get('kitchen')?.context.cups > 0 ? ['nobody drinks'] : []),
    };
    expect(checkRecording(recordingText(recording()), product).brokenRules).toEqual([
      { at: 0, message: 'nobody drinks' },
    ]);
  });
});

test('a report contains the number of findings and the length of the visit', async () => {
  const text = changed(await recordTea({ measure: () => Promise.resolve(680) }), (entry) =>
    entry.type === 'transition' && entry.event === 'water.fill' ? { ...entry, data: { litres: 7 } } : entry,
  );
  const report = reportText(checkRecording(text, kitchen));
  expect(report).toMatch(/^Recorded on 2026-03-05T03:00:00\.000Z with main-test\.js: 4\.00 s, \d+ entries\.$/m);
  expect(report).toMatch(/^Verdict: not comparable\. 1 difference without a verdict, 1 broken rule\.$/m);
  expect(report.match(/ breaks a rule: /g)).toHaveLength(1);
});

describe('an invalid recording', () => {
  test('with 200,000 entries is refused with a message before it is parsed', () => {
    const entries = Array.from({ length: 200_000 }, () => ({ type: 'invoked', actor: 'kettle' }));
    expect(() => parseRecording(JSON.stringify({ entries }))).toThrow(
      /^This file is not a recording: it has \d+ characters/,
    );
  });

  test('prints no control characters to the terminal', () => {
    expect(printable('kettle\u001B[2J\u0007\u202E says\nno')).toBe('kettle\uFFFD[2J\uFFFD\uFFFD says\nno');
  });

  test.each([
    ['nonsense', 'This file is not a recording: it is not JSON.'],
    ['{}', 'This file is not a recording: its format is missing or different.'],
    [
      '{"format":"xstate visit","version":2}',
      'This recording has version 2; this build reads version 6. Replay it with the build that recorded it, or record the visit again.',
    ],
    ['{"format":"xstate visit","version":6}', /^This recording is damaged: build cannot be read\./],
  ])('%s is refused with a message', (text, message) => {
    expect(() => parseRecording(text)).toThrow(message);
  });
});

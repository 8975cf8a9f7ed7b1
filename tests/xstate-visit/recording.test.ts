import { createActor, createMachine, waitFor, type AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createPlaceholders, textHash } from '../../src/xstate-visit/recording/placeholders.ts';
import { createPlainData, liveData } from '../../src/xstate-visit/recording/plainData.ts';
import { withoutSecrets } from '../../src/xstate-visit/recording/secrets.ts';
import { recordingText, type Entry } from '../../src/xstate-visit/recording/recording.ts';
import type { Recording } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { bakeryMachine, kettleMachine, kitchenMachine, ovenMachine, vaultMachine } from './kitchen.ts';
import { recordTea, visitOn } from './record.ts';

const SECRET = 'rahasia-sekali';

describe('a recording', () => {
  test('contains no actor that never started, such as the extra one that React creates in development', () => {
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    const make = () => createActor(kettleMachine, { inspect, input: { owner: 'Ana' } });
    make();
    make().start();
    const { entries } = recording();
    const actors = entries.flatMap((entry) => ('actor' in entry ? entry.actor : []));
    expect([...new Set(actors)]).toEqual(['kettle', 'kettle/measure']);
  });

  test('contains an event sent to an actor before its start, in that order', () => {
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    const kettle = createActor(kettleMachine, { inspect, input: { owner: 'Ana' } });
    kettle.send({ type: 'water.fill', litres: 1 });
    kettle.start();
    const inputs = recording().entries.flatMap((entry) =>
      entry.type === 'created' || entry.type === 'started' || entry.type === 'event' ? entry.type : [],
    );
    expect(inputs).toEqual(['created', 'event', 'started']);
  });

  test('keeps short values, and hashes only the long parts of a long value', () => {
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    createActor(kettleMachine, { inspect, input: { owner: 'Ana '.repeat(200) } }).start();
    expect(recording().entries).toContainEqual({
      type: 'invoked',
      actor: 'kettle/measure',
      input: { owner: { $hash: expect.any(String) }, litres: 0 },
    });
  });

  test('contains the events of effects, delays and other actor systems, but no events between the machines themselves', async () => {
    const inputs = (await recordTea()).entries.flatMap((entry) =>
      entry.type === 'event' || entry.type === 'delay' ? `${entry.actor} ${entry.event.type}` : [],
    );
    expect(inputs).toEqual([
      'kettle/measure xstate.promise.resolve',
      'kettle water.fill',
      'kettle kettle.start',
      'kettle xstate.after.boiling.kettle.heating',
      'kitchen tea.served',
    ]);
  });
});

/** Records with a clock that the test sets, starting at 5,000 ms. */
function openRecorder() {
  let now = 5000;
  let address = '/kitchen';
  const visit = recordVisit({ ...visitOn(() => now), address: () => address });
  return {
    ...visit,
    goTo: (next: string) => void (address = next),
    wait: (milliseconds: number) => void (now += milliseconds),
    /** The entries of this type, reduced to these properties. */
    list: (type: Entry['type'], ...names: readonly string[]) =>
      visit
        .recording()
        .entries.flatMap((entry) =>
          entry.type === type
            ? [Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)))]
            : [],
        ),
  };
}

/** Runs a machine; returns the fingerprints in its recording. */
function printsOf(machine: AnyStateMachine): Recording['machines'] {
  const { inspect, recording } = openRecorder();
  createActor(machine, { inspect }).start();
  return recording().machines;
}

function lamp(states: Readonly<Record<string, object>>): AnyStateMachine {
  return createMachine({ id: 'lamp', initial: 'on', states });
}

describe('the entries of a recording', () => {
  test('have times in whole milliseconds since the start of the recording', () => {
    const { inspect, wait, list } = openRecorder();
    wait(1.4);
    const oven = createActor(ovenMachine, { inspect, input: {} }).start();
    wait(1000);
    oven.send({ type: 'heat.up' });
    expect([...list('started', 'at'), ...list('event', 'at')]).toEqual([{ at: 1 }, { at: 1001 }]);
  });

  test('start at the time of the product’s clock when the recording started', () => {
    let epoch = 1000;
    const { recording } = recordVisit({ ...visitOn(() => 0), epochMilliseconds: () => epoch });
    epoch = 9000;
    expect(recording().began).toBe(1000);
  });

  test('contain each address once, including a last one without events', () => {
    const { inspect, goTo, list } = openRecorder();
    const oven = createActor(ovenMachine, { inspect, input: {} }).start();
    oven.send({ type: 'heat.up' });
    goTo('/oven');
    expect(list('address', 'address')).toEqual([{ address: '/kitchen' }, { address: '/oven' }]);
    expect(list('address', 'address')).toEqual([{ address: '/kitchen' }, { address: '/oven' }]);
  });

  test('contain the stop of a root, but not of its children', () => {
    const { inspect, list } = openRecorder();
    createActor(bakeryMachine, { inspect }).start().stop();
    expect(list('stopped', 'actor')).toEqual([{ actor: 'bakery' }]);
  });

  test('contain events from a machine to another root, but not to its own child', () => {
    const { inspect, list } = openRecorder();
    const kitchen = createActor(kitchenMachine, { inspect }).start();
    createActor(ovenMachine, { inspect, input: { waiter: kitchen } })
      .start()
      .send({ type: 'bake' });
    createActor(bakeryMachine, { inspect }).start();
    expect(list('event', 'actor', 'event', 'sender')).toEqual([
      { actor: 'oven', event: { type: 'bake' } },
      { actor: 'kitchen', event: { type: 'tea.served', cups: 1 }, sender: 'oven' },
    ]);
  });

  test('give the second root of a machine and its children names of their own', () => {
    const { inspect, list } = openRecorder();
    for (const _ of [1, 2]) createActor(bakeryMachine, { inspect }).start();
    expect(list('transition', 'actor', 'event').map(({ actor, event }) => `${String(actor)} ${String(event)}`)).toEqual(
      [
        'bakery/oven xstate.init',
        'bakery/oven heat.up',
        'bakery xstate.init',
        'bakery#2/oven xstate.init',
        'bakery#2/oven heat.up',
        'bakery#2 xstate.init',
      ],
    );
  });

  test('contain removed data, and state and data only when they change', () => {
    const { inspect, list } = openRecorder();
    const oven = createActor(ovenMachine, { inspect, input: { note: 'hot' } }).start();
    oven.send({ type: 'note.remove' });
    oven.send({ type: 'heat.up' });
    expect(list('transition', 'state', 'data')).toEqual([
      { state: { used: { door: 'closed', heat: 'off' } }, data: { trays: [], note: 'hot' } },
      { data: { note: null } },
      { state: { used: { door: 'closed', heat: { on: 'high' } } } },
    ]);
  });

  test('keep values of up to 400 characters of JSON, and hash longer ones', () => {
    const { inspect, list } = openRecorder();
    for (const length of [398, 399]) createActor(ovenMachine, { inspect, input: { note: 'x'.repeat(length) } }).start();
    expect(list('transition', 'data')).toEqual([
      { data: { trays: [], note: 'x'.repeat(398) } },
      { data: { trays: [], note: { $hash: expect.any(String) } } },
    ]);
  });

  test('have a fingerprint of each machine that depends on its states, but not on their descriptions', () => {
    const { lamp: print } = printsOf(lamp({ on: {} }));
    expect(printsOf(lamp({ on: { description: 'It shines.' } }))).toEqual({ lamp: print });
    expect(printsOf(lamp({ on: {}, off: {} }))['lamp']).not.toBe(print);
    const { bakery, oven } = printsOf(bakeryMachine);
    expect(bakery).not.toBe(oven);
    expect(Object.keys(printsOf(bakeryMachine))).toEqual(['bakery', 'oven']);
  });

  test('contain every text only as the text rule rewrites it', async () => {
    const { inspect, recording } = recordVisit({ ...visitOn(() => 0), text: () => 'redacted' });
    const first = createActor(vaultMachine, { inspect, input: { owner: SECRET } }).start();
    await waitFor(first, ({ context }) => context.error !== undefined);
    first.send({ type: 'enter', status: 'done', value: { field: 'pin', value: SECRET }, deep: [[{ pin: [SECRET] }]] });
    createActor(vaultMachine, { inspect, input: { owner: '' }, snapshot: first.getPersistedSnapshot() }).start();
    const text = recordingText(recording());
    expect(text).toContain('"action":"note"');
    expect(text).toContain('"action":"opened"');
    expect(text).toContain('xstate.promise.reject');
    expect(text).toContain('"snapshot"');
    expect(text).not.toContain(SECRET);
  });
});

describe('plain data', () => {
  const plain = createPlainData(withoutSecrets(/password|token/i));

  test('contains no secret at any depth, and no value of a secret field', () => {
    const user = { username: 'ana', password: SECRET, confirmPassword: SECRET, token: SECRET };
    expect(plain({ output: [user] })).toEqual({
      output: [{ username: 'ana', password: '(removed)', confirmPassword: '(removed)', token: '(removed)' }],
    });
    expect(plain({ field: 'confirmPassword', value: SECRET })).toEqual({
      field: 'confirmPassword',
      value: '(removed)',
    });
    expect(plain({ field: 'username', value: 'ana' })).toEqual({ field: 'username', value: 'ana' });
    expect(plain({ passwords: [SECRET] })).toEqual({ passwords: ['(removed)'] });
  });

  test('contains no number or object under a secret key, but the child of a snapshot whose id looks like one', () => {
    expect(plain({ token: 42, password: { hint: 42 }, age: 42 })).toEqual({
      token: '(removed)',
      password: '(removed)',
      age: 42,
    });
    const child = { snapshot: { status: 'active' }, src: 'watchToken' };
    const snapshot = { status: 'active', value: 'open', context: {}, children: { watchToken: child } };
    expect(plain(snapshot, { isPersisted: true })).toEqual(snapshot);
    expect(plain({ ...snapshot, value: SECRET, field: 'password' })).toMatchObject({ value: '(removed)' });
  });

  test('still shows whether a secret is empty or undefined', () => {
    expect(plain({ password: '', token: undefined })).toEqual({ password: '', token: undefined });
  });

  test('describes errors by type and message and other objects by their type, and marks circular references', () => {
    const ring: Record<string, unknown> = { name: 'ring' };
    ring['itself'] = ring;
    expect(plain({ error: new Error('no'), at: new Date(0), run: () => 1, ring })).toEqual({
      error: { $error: { type: 'Error', message: 'no' } },
      at: { $date: '1970-01-01T00:00:00.000Z' },
      run: '(function)',
      ring: { name: 'ring', itself: '(circular)' },
    });
  });

  test('of an array depends on the key of the array', () => {
    const list = [SECRET];
    expect(plain({ names: list, token: list })).toEqual({ names: [SECRET], token: ['(removed)'] });
    expect(
      plain([
        { name: 'city', value: list },
        { name: 'password', value: list },
      ]),
    ).toEqual([
      { name: 'city', value: [SECRET] },
      { name: 'password', value: ['(removed)'] },
    ]);
  });

  test('marks an error so that a replay can recreate it', () => {
    const written: unknown = JSON.parse(JSON.stringify(plain({ error: new Error('no') })));
    const revived = liveData(written, {
      error: (data) => new Error(JSON.stringify(data)),
      actor: String,
    });
    expect(revived).toEqual({ error: new Error('{"type":"Error","message":"no"}') });
  });
});

describe('a placeholder', () => {
  test('is the same for the same text, and different for another', () => {
    const placeholders = createPlaceholders();
    expect(placeholders('popcorn & beam', 'password')).toBe(placeholders('popcorn & beam', 'confirmPassword'));
    expect(placeholders('popcorn & bean', 'password')).not.toBe(placeholders('popcorn & beam', 'password'));
  });

  test('is different for each of many short texts, and for texts that differ only in case', () => {
    const placeholders = createPlaceholders();
    const texts = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(2));
    expect(new Set(texts.map((text) => placeholders(text, 'name'))).size).toBe(200);
    expect(placeholders('Popcorn & Beam', 'password')).not.toBe(placeholders('popcorn & beam', 'password'));
  });

  test('comes from a hash whose halves differ and which depends on the salt', () => {
    const hash = textHash('popcorn', 1);
    expect(hash.slice(0, hash.length / 2)).not.toBe(hash.slice(hash.length / 2));
    expect(textHash('popcorn', 2)).not.toBe(hash);
  });
});

import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createPlaceholders } from '../../src/inspector/recording/placeholders.ts';
import { createPlainData, liveData, withoutSecrets } from '../../src/inspector/recording/plainData.ts';
import { recordVisit } from '../../src/inspector/recording/recordVisit.ts';
import { kettleMachine } from './kitchen.ts';
import { recordTea, visitOn } from './record.ts';

const SECRET = 'rahasia-sekali';

describe('a recording', () => {
  test('holds no actor that was made and never started, as React makes one of each two while one develops', () => {
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    const make = () => createActor(kettleMachine, { inspect, input: { owner: 'Ana' } });
    make();
    make().start();
    const { entries } = recording();
    const actors = entries.flatMap((entry) => ('actor' in entry ? entry.actor : []));
    expect([...new Set(actors)]).toEqual(['kettle', 'kettle/measure']);
  });

  test('holds what was sent to an actor before it started, before its start', () => {
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    const kettle = createActor(kettleMachine, { inspect, input: { owner: 'Ana' } });
    kettle.send({ type: 'water.fill', litres: 1 });
    kettle.start();
    const inputs = recording().entries.flatMap((entry) =>
      entry.type === 'created' || entry.type === 'started' || entry.type === 'event' ? entry.type : [],
    );
    expect(inputs).toEqual(['created', 'event', 'started']);
  });

  test('has short values as they are, also within a long whole, of which only the long parts are hashed', () => {
    const { inspect, recording } = recordVisit(visitOn(() => 0));
    createActor(kettleMachine, { inspect, input: { owner: 'Ana '.repeat(200) } }).start();
    expect(recording().entries).toContainEqual({
      type: 'invoked',
      actor: 'kettle/measure',
      input: { owner: { $hash: expect.any(String) }, litres: 0 },
    });
  });

  test('records events of effects and of other actor systems, but nothing that a machine does by itself', async () => {
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

describe('plain data', () => {
  const plain = createPlainData(withoutSecrets(/password|token/i));

  test('holds no secret, however deep, nor a value typed into a field of such a name', () => {
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

  test('still shows that a secret is empty or none', () => {
    expect(plain({ password: '', token: undefined })).toEqual({ password: '', token: undefined });
  });

  test('has errors by what they say of themselves, anything else by its name, a ring once', () => {
    const ring: Record<string, unknown> = { name: 'ring' };
    ring['itself'] = ring;
    expect(plain({ error: new Error('no'), at: new Date(0), run: () => 1, ring })).toEqual({
      error: { $error: { type: 'Error', message: 'no' } },
      at: '(Date)',
      run: '(function)',
      ring: { name: 'ring', itself: '(circular)' },
    });
  });

  test('of an array depends on the key under which it stands', () => {
    const list = [SECRET];
    expect(plain({ names: list, token: list })).toEqual({ names: [SECRET], token: ['(removed)'] });
  });

  test('says an error by a sign, from which a replay makes it again', () => {
    const written: unknown = JSON.parse(JSON.stringify(plain({ error: new Error('no') })));
    const revived = liveData(written, { error: (data) => new Error(JSON.stringify(data)) });
    expect(revived).toEqual({ error: new Error('{"type":"Error","message":"no"}') });
  });
});

describe('a placeholder', () => {
  test('is the same for the same, and another for another', () => {
    const placeholders = createPlaceholders();
    expect(placeholders('popcorn & beam', 'password')).toBe(placeholders('popcorn & beam', 'confirmPassword'));
    expect(placeholders('popcorn & bean', 'password')).not.toBe(placeholders('popcorn & beam', 'password'));
  });
});

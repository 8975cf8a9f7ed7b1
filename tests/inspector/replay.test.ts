import { assign, createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { checkRecording } from '../../src/inspector/replay/checkRecording.ts';
import { printable, reportText } from '../../src/inspector/replay/report.ts';
import { testText } from '../../src/inspector/replay/testText.ts';
import { MAX_CHARACTERS, parseRecording, recordingText } from '../../src/inspector/recording/recording.ts';
import { recordVisit } from '../../src/inspector/recording/recordVisit.ts';
import { kettleMachine } from './kitchen.ts';
import { changed, kitchen, recordTea, visitOn } from './record.ts';

describe('a replay', () => {
  test('repeats what was recorded on the same machines: answers of effects, delays, and what one machine says to another', async () => {
    const result = checkRecording(recordingText(await recordTea()), kitchen);
    expect([result.differences, result.brokenRules, result.changed]).toEqual([[], [], []]);
    expect(result.unmet('kettle.hot')).toBeUndefined();
    expect(result.unmet('kitchen.cups=8')).toBeUndefined();
  });

  test('gives the failures of effects, too', async () => {
    const recording = await recordTea({ measure: () => Promise.reject(new Error('no thermometer')) });
    const result = checkRecording(recordingText(recording), kitchen);
    expect(result.differences).toEqual([]);
    expect(result.unmet('kettle.broken')).toBeUndefined();
  });

  test('of a visit that was recorded until the recording was full repeats what was recorded until then', () => {
    const visit = recordVisit(visitOn(() => 0));
    const kettle = createActor(kettleMachine, { input: { owner: 'Ana' }, inspect: visit.inspect }).start();
    for (let litres = 1; !visit.isFull() && litres < MAX_CHARACTERS; litres += 1)
      kettle.send({ type: 'water.fill', litres });
    const text = recordingText(visit.recording());
    kettle.send({ type: 'kettle.start' });
    expect(recordingText(visit.recording())).toBe(text);
    expect(text.length).toBeGreaterThan(MAX_CHARACTERS);
    expect(text.length).toBeLessThan(MAX_CHARACTERS * 1.1);
    expect(checkRecording(text, kitchen).differences).toEqual([]);
  });

  test('says where state, data and actions are other than recorded, and when', async () => {
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
             params
               recorded  {"cups":1}
               today     {"cups":8}`);
    expect(report).toContain('2 differences, no broken rule.');
  });

  test('says which event came then and which comes now, or none', async () => {
    const text = changed(await recordTea(), (entry) =>
      entry.type === 'event' && entry.event.type === 'water.fill' ? [] : entry,
    );
    expect(checkRecording(text, kitchen).differences.map(({ parts }) => parts[0])).toContainEqual({
      name: 'event',
      recorded: 'water.fill',
      today: 'kettle.start',
    });
  });

  test('a delay that is longer today does not end with the recorded one', async () => {
    const early = changed(await recordTea(), (entry) => (entry.type === 'delay' ? { ...entry, at: 2000 } : entry));
    expect(checkRecording(early, kitchen).unmet('kettle.heating')).toBeUndefined();
    expect(checkRecording(early, kitchen).differences.map(({ event }) => event)).toContain(
      'xstate.after.boiling.kettle.heating',
    );
  });

  test('a delay that is shorter today ends before what was recorded after it', async () => {
    const { entries, ...rest } = await recordTea();
    const late = entries.filter(({ type }) => type !== 'delay');
    const text = recordingText({
      ...rest,
      entries: [...late, { type: 'event', at: 9000, actor: 'kettle', event: { type: 'kettle.stop' } }],
    });
    expect(checkRecording(text, kitchen).unmet('kettle.hot')).toBeUndefined();
  });

  test('names the machines that are no longer those of the recording', async () => {
    const text = recordingText({ ...(await recordTea()), machines: { kettle: 'other' } });
    expect(checkRecording(text, kitchen).changed).toEqual(['kettle']);
    expect(reportText(checkRecording(text, kitchen))).toContain('Changed since it was recorded: kettle.');
  });
});

describe('a wrong value', () => {
  const NOTE =
    'It came with the effect kettle/measure, 0.00 s after the start. Effects are recorded input: a replay repeats what they ' +
    'answered, right or wrong, and tells nothing of an effect that was mended since. What can fail there: tests/thermometer.test.ts.';

  test('that an effect brought is said to be recorded input, with the test that can fail there', async () => {
    const result = checkRecording(recordingText(await recordTea({ measure: () => Promise.resolve(68) })), kitchen);
    expect(result.unmet('kettle.celsius=20')).toBe(`Expected kettle.celsius to be 20; it is 68. ${NOTE}`);
  });

  test('by which a rule breaks is said to be recorded input, too', async () => {
    const result = checkRecording(recordingText(await recordTea({ measure: () => Promise.resolve(680) })), kitchen);
    expect(result.brokenRules).toEqual([{ at: 0, message: `kettle: water is not hotter than 100 °C ${NOTE}` }]);
  });

  test('of a state to which an effect’s answer led is said to be recorded input, too', async () => {
    const recording = await recordTea({ measure: () => Promise.reject(new Error('no thermometer')) });
    const result = checkRecording(recordingText(recording), kitchen);
    expect(result.unmet('kettle.hot')).toBe(`Expected kettle.hot; it is broken. ${NOTE}`);
  });

  test('that is not there at all is said by what should hold it', async () => {
    const result = checkRecording(recordingText(await recordTea()), kitchen);
    expect(result.unmet('kettle.celsius.inside=20')).toBe(
      `Expected kettle.celsius.inside to be 20; it is nothing. ${NOTE}`,
    );
  });

  test('that stands in an effect’s answer by chance is not', async () => {
    const machine = kettleMachine.provide({ actions: { fill: assign({ litres: 20 }) } });
    const result = checkRecording(recordingText(await recordTea({ machine })), { ...kitchen, machines: [machine] });
    expect(result.unmet('kettle.litres=2')).toBe('Expected kettle.litres to be 2; it is 20.');
  });

  test('that the machine made is not', async () => {
    const machine = kettleMachine.provide({ actions: { fill: assign({ litres: 12 }) } });
    const result = checkRecording(recordingText(await recordTea({ machine })), { ...kitchen, machines: [machine] });
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

  test('may be of a moment', () => {
    expect(result.unmet('kettle.heating', 2)).toBeUndefined();
    expect(result.unmet('kettle.hot', 2)).toBe('Expected kettle.hot; it is heating.');
  });

  test.each([
    ['kettle.heating', 'Expected kettle.heating; it is hot.'],
    ['toaster.hot', 'Expected toaster.hot; toaster does not run then.'],
    ['kitchen.cups=1', 'Expected kitchen.cups to be 1; it is 8.'],
    ['kettle does tea.served {"cups":1}', 'kettle should do tea.served with {"cups":1}; it does with {"cups":8}.'],
    ['kettle does nothing', 'kettle should do nothing; it never does.'],
  ])('%s is not', (expectation, message) => {
    expect(result.unmet(expectation)).toBe(message);
  });

  test('that cannot be read is refused', () => {
    expect(() => result.unmet('heating?')).toThrow(/^“heating\?” cannot be read\. An expectation is such as/);
  });
});

describe('a file that is no recording', () => {
  test('of 200,000 entries is given up with a message, before it is read', () => {
    const entries = Array.from({ length: 200_000 }, () => ({ type: 'invoked', actor: 'kettle' }));
    expect(() => parseRecording(JSON.stringify({ entries }))).toThrow(
      /^This file is no recording: it has \d+ characters/,
    );
  });

  test('sends nothing to the terminal that a terminal obeys', () => {
    expect(printable('kettle\u001B[2J\u0007\u202E says\nno')).toBe('kettle\uFFFD[2J\uFFFD\uFFFD says\nno');
  });

  test.each([
    ['nonsense', 'This file is no recording: it is not JSON.'],
    ['{}', 'This file is no recording: it does not say that it is one.'],
    [
      '{"format":"xstate visit","version":2}',
      'This recording has version 2; this build reads version 3. Record the visit again.',
    ],
    ['{"format":"xstate visit","version":3}', /^This recording is damaged: build cannot be read\./],
  ])('%s is refused with a message', (text, message) => {
    expect(() => parseRecording(text)).toThrow(message);
  });
});

test('a test that is written names what it holds the recording to', () => {
  const text = testText('cold-tea', {
    expectations: ['kettle.hot'],
    seconds: 3,
    sameAsRecorded: false,
    checkRecording: '../check.ts',
  });
  expect(text).toContain("import { checkRecording } from '../check.ts';");
  expect(text).toContain("readFileSync(`${import.meta.dirname}/cold-tea.json`, 'utf8')");
  expect(text).toContain(
    "  test('leads to kettle.hot after 3 s', () => {\n    expect(result.unmet('kettle.hot', 3)).toBeUndefined();",
  );
  expect(text).not.toContain('differences');
});

import { createActor, SimulatedClock, fromCallback, fromPromise, type AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { sentences } from '#domain/sentences.ts';
import { topUpMachine } from '#machines/topUpMachine.ts';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import { CallFailed } from '#domain/failure.ts';
import { judgeReplay } from '../../src/recording/judgeReplay.ts';
import {
  LONGEST_RECORDING,
  parseRecording,
  recordingText,
  type Entry,
  type Recording,
} from '../../src/recording/recording.ts';
import { printable } from '../../src/recording/printable.ts';
import { recordVisit } from '../../src/recording/recordVisit.ts';
import { reportVerdict } from '../../src/recording/reportVerdict.ts';
import { testText } from '../../src/recording/testText.ts';
import { entryOf } from '../fixtures/people.ts';

const NOW = Date.parse('2026-03-05T10:00:00+07:00');

/** A visit of the top-up page, from an amount to the way home, on machines that may have a fault. */
function recordTopUp(machine: AnyStateMachine = topUpMachine): Recording {
  const clock = new SimulatedClock();
  const visit = recordVisit({
    now: () => clock.now(),
    present: () => NOW,
    place: () => ({ pathname: '/topup', search: '' }),
    build: 'main-test.js',
  });
  const bound = machine.provide({
    actors: { watchIntent: fromCallback(() => undefined) },
    actions: { startIntent: () => undefined },
  });
  const input = { returnPath: undefined, amount: undefined, intent: undefined };
  const actor = createActor(bound, { input, clock, inspect: visit.inspect }).start();
  actor.send({ type: 'amount.choose', amount: 50_000 });
  clock.increment(1000);
  actor.send({ type: 'topUp.review' });
  actor.send({ type: 'topUp.confirm' });
  actor.send({ type: 'intent.changed', intent: { kind: 'topUp', amount: 50_000, stage: 'done', failure: undefined } });
  clock.increment(1500);
  return visit.recording();
}

function changed(recording: Recording, change: (entry: Entry) => Entry | readonly Entry[]): string {
  return recordingText({ ...recording, entries: recording.entries.flatMap(change) });
}

describe('a replay', () => {
  test('repeats what was recorded on the same machines, delays included', () => {
    const verdict = judgeReplay(recordingText(recordTopUp()));
    expect([verdict.differences, verdict.breaches, verdict.changed]).toEqual([[], [], []]);
    expect(verdict.wanting('topUp does navigate {"to":"/","replace":true}')).toBeUndefined();
  });

  test('of a visit that was recorded until the recording was full repeats what was recorded until then', () => {
    const visit = recordVisit({
      now: () => 0,
      present: () => NOW,
      place: () => ({ pathname: '/topup', search: '' }),
      build: 'main-test.js',
    });
    const bound = topUpMachine.provide({ actors: { watchIntent: fromCallback(() => undefined) } });
    const input = { returnPath: undefined, amount: undefined, intent: undefined };
    const actor = createActor(bound, { input, inspect: visit.inspect }).start();
    for (let count = 0; !visit.isFull() && count < LONGEST_RECORDING; count += 1)
      actor.send({ type: 'amount.choose', amount: count % 2 === 0 ? 50_000 : 100_000 });
    const text = recordingText(visit.recording());
    actor.send({ type: 'topUp.review' });
    expect(recordingText(visit.recording())).toBe(text);
    expect(text.length).toBeGreaterThan(LONGEST_RECORDING);
    expect(text.length).toBeLessThan(LONGEST_RECORDING * 1.1);
    expect(judgeReplay(text).differences).toEqual([]);
  });

  test('gives the answers of effects, refusals too', async () => {
    const visit = recordVisit({
      now: () => 0,
      present: () => NOW,
      place: () => ({ pathname: '/transactions', search: '' }),
      build: 'main-test.js',
    });
    const answers = [
      Promise.reject(new CallFailed({ code: 'unreachable', message: sentences.unreachable })),
      Promise.resolve({ transactions: [entryOf('8')], next: '8' }),
    ];
    const bound = transactionsMachine.provide({
      actors: { loadPage: fromPromise(() => answers.shift() ?? Promise.reject(new Error())) },
    });
    const actor = createActor(bound, { inspect: visit.inspect }).start();
    await new Promise((resolve) => setTimeout(resolve));
    actor.send({ type: 'transactions.retry' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(actor.getSnapshot().value).toBe('ready');
    const verdict = judgeReplay(recordingText(visit.recording()));
    expect(verdict.differences).toEqual([]);
    expect(verdict.wanting('transactions.ready')).toBeUndefined();
    expect(verdict.wanting('transactions.failed')).toBe('Expected transactions.failed; it is ready.');
  });

  test('says where state, data and deeds are other than recorded, and when', () => {
    const text = changed(recordTopUp(), (entry) => {
      if (entry.is === 'took' && entry.event === 'amount.choose') return { ...entry, data: { amount: 75_000 } };
      if (entry.is === 'did') return { ...entry, params: { to: '/movies' } };
      return entry;
    });
    const report = reportVerdict(judgeReplay(text));
    expect(report).toContain(`   0.00 s  topUp  amount.choose
             amount
               recorded  75000
               today     50000`);
    expect(report).toContain(`   2.50 s  topUp  does navigate
             params
               recorded  {"to":"/movies"}
               today     {"to":"/","replace":true}`);
    expect(report).toContain('2 differences, no broken rule.');
  });

  test('says which event came then and which comes now, or none', () => {
    const confirmed = changed(recordTopUp(), (entry) =>
      entry.is === 'sent' && entry.event.type === 'topUp.confirm' ? [] : entry,
    );
    expect(judgeReplay(confirmed).differences.map(({ says }) => says[0])).toContainEqual({
      what: 'event',
      recorded: 'topUp.confirm',
      today: 'intent.changed',
    });
  });

  test('a delay that is longer today does not end with the recorded one', () => {
    const early = changed(recordTopUp(), (entry) => (entry.is === 'elapsed' ? { ...entry, at: 1500 } : entry));
    expect(judgeReplay(early).wanting('topUp.succeeded')).toBeUndefined();
    expect(judgeReplay(early).differences.map(({ event }) => event)).toContain(
      'xstate.after.redirectDelay.topUp.succeeded',
    );
  });

  test('a delay that is shorter today ends before what was recorded after it', () => {
    const { entries, ...rest } = recordTopUp();
    const late = entries.filter(({ is }) => is !== 'elapsed');
    const text = recordingText({
      ...rest,
      entries: [...late, { is: 'sent', at: 9000, actor: 'topUp', event: { type: 'topUp.back' } }],
    });
    expect(judgeReplay(text).wanting('topUp.leaving')).toBeUndefined();
  });

  test('names the machines that are no longer those of the recording', () => {
    const recording = recordTopUp();
    const verdict = judgeReplay(recordingText({ ...recording, machines: { topUp: 'other' } }));
    expect(verdict.changed).toEqual(['topUp']);
    expect(reportVerdict(verdict)).toContain('Changed since it was recorded: topUp.');
  });
});

describe('an expectation', () => {
  const verdict = judgeReplay(recordingText(recordTopUp()));

  test.each(['topUp.leaving', 'topUp.amount=50000', 'topUp does navigate'])('%s is met', (expectation) => {
    expect(verdict.wanting(expectation)).toBeUndefined();
  });

  test('may be of a moment', () => {
    expect(verdict.wanting('topUp.succeeded', 2)).toBeUndefined();
    expect(verdict.wanting('topUp.leaving', 2)).toBe('Expected topUp.leaving; it is succeeded.');
  });

  test.each([
    ['topUp.choosing', 'Expected topUp.choosing; it is leaving.'],
    ['booking.hall', 'Expected booking.hall; booking does not run then.'],
    ['topUp.amount=1', 'Expected topUp.amount to be 1; it is 50000.'],
    [
      'topUp does navigate {"to":"/x"}',
      'topUp should do navigate with {"to":"/x"}; it does with {"to":"/","replace":true}.',
    ],
    ['topUp does nothing', 'topUp should do nothing; it never does.'],
  ])('%s is not', (expectation, sentence) => {
    expect(verdict.wanting(expectation)).toBe(sentence);
  });

  test('that cannot be read is refused', () => {
    expect(() => verdict.wanting('confirming?')).toThrow(/^“confirming\?” cannot be read\. An expectation is such as/);
  });
});

describe('a file that is no recording', () => {
  test('of 200,000 entries is given up with a sentence, before it is read', () => {
    const entries = Array.from({ length: 200_000 }, () => ({ is: 'asked', actor: 'app' }));
    expect(() => parseRecording(JSON.stringify({ entries }))).toThrow(
      /^This file is no recording: it has \d+ characters/,
    );
  });

  test('sends nothing to the terminal that a terminal obeys', () => {
    expect(printable('booking\u001B[2J\u0007\u202E says\nno')).toBe('booking\uFFFD[2J\uFFFD\uFFFD says\nno');
  });

  test.each([
    ['nonsense', 'This file is no recording: it is not JSON.'],
    ['{}', 'This file is no recording of Nobar Now: it does not say that it is one.'],
    ['{"format":"nobar-now recording","version":9}', 'This recording has version 9; this build reads version 1.'],
    ['{"format":"nobar-now recording","version":1}', /^This recording is damaged: build cannot be read\./],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(() => parseRecording(text)).toThrow(sentence);
  });
});

test('a test that is written names what it holds the recording to', () => {
  const text = testText('lost-seats', { expectations: ['booking.hall'], seconds: 3, sameAsRecorded: false });
  expect(text).toContain("readFileSync(`${import.meta.dirname}/lost-seats.json`, 'utf8')");
  expect(text).toContain(
    "  test('leads to booking.hall after 3 s', () => {\n    expect(verdict.wanting('booking.hall', 3)).toBeUndefined();",
  );
  expect(text).not.toContain('differences');
});

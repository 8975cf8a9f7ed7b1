import { describe, expect, onTestFinished, test } from 'vitest';
import { admitWriters } from '../../src/server/db/admitWriters.ts';
import { CommitUnanswered, DatabaseBusy } from '../../src/server/db/databaseFailure.ts';
import { createTurns } from '../../src/server/db/turns.ts';

const LONG = 10_000;

/** Admits one writer at a time. Commits wait for the standby until `standby.answers`. */
function openWriters() {
  const standby = { answers: true };
  const writers = admitWriters(1, async () => {
    if (!standby.answers) throw new CommitUnanswered();
  });
  onTestFinished(writers.stop);
  return { standby, writers };
}

describe('reliability 39: the queue of commands that write to PostgreSQL', () => {
  test('gives the place of a command that no longer waits to the next one', async () => {
    const { writers } = openWriters();
    await writers.enter(LONG);
    await expect(writers.enter(1)).rejects.toThrow(DatabaseBusy);
    const next = writers.enter(LONG);
    expect(writers.waiting()).toBe(1);
    writers.leave();
    await next;
    writers.leave();
    await writers.enter(1);
    expect(writers.waiting()).toBe(0);
  });

  test('refuses the waiting commands while commits wait for a standby, and admits the next one afterwards', async () => {
    const { standby, writers } = openWriters();
    await writers.enter(LONG);
    const waiting = [writers.enter(LONG), writers.enter(LONG)].map((entering) =>
      expect(entering).rejects.toThrow(CommitUnanswered),
    );
    standby.answers = false;
    writers.refuse();
    writers.leave();
    await Promise.all(waiting);
    await expect(writers.enter(1)).rejects.toThrow(CommitUnanswered);
    standby.answers = true;
    await writers.enter(LONG);
    await expect(writers.enter(1)).rejects.toThrow(DatabaseBusy);
    expect(writers.waiting()).toBe(0);
  });
});

describe('reliability 39: the turns on the connection that writes to SQLite', () => {
  test('come in the order of arrival, for up to 2,000 that wait', async () => {
    const turns = createTurns();
    await turns.take();
    const served: number[] = [];
    const numbers = Array.from({ length: 2000 }, (_, index) => index);
    const waiting = numbers.map(async (number) => {
      await turns.take();
      served.push(number);
      turns.pass();
    });
    await expect(turns.take()).rejects.toThrow(DatabaseBusy);
    expect(turns.state()).toEqual({ busy: 1, idle: 0, waiting: 2000 });
    turns.pass();
    await Promise.all(waiting);
    expect(served).toEqual(numbers);
    expect(turns.state()).toEqual({ busy: 0, idle: 1, waiting: 0 });
  });
});

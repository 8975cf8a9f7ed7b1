import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newTicketId } from '../../src/server/store/tickets.ts';

/** The time of a UUID of version 7, in epoch milliseconds. */
function timeOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}

describe('a ticket id', () => {
  test('contains the time of the purchase', () => {
    const before = Date.now();
    const times = Array.from({ length: 5000 }, () => timeOf(newTicketId()));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(before);
    // A millisecond has 4096 ids; further ids use the next millisecond.
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() + 2);
  });

  test('is greater than every earlier id, even when many are created in the same millisecond', () => {
    const ids = Array.from({ length: 10_000 }, newTicketId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('is greater than an earlier id after the clock was set back', () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const ids = [0, -60_000, -3_600_000, 60_000].flatMap((change) => {
      vi.setSystemTime(start + change);
      return [newTicketId(), newTicketId()];
    });
    expect(ids).toEqual(ids.toSorted());
  });
});

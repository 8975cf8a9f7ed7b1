import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../rounds.ts';
import { beginnings, commands } from './bookingCommands.ts';
import { playBooking } from './playBooking.ts';

const isQuick = import.meta.env.MODE === 'quick';
const RUNS = Number(process.env['WALK_RUNS'] ?? '') || (isQuick ? 50 : rounds(200, 2000));
const SEED = Number(process.env['WALK_SEED'] ?? '') || (isQuick ? 1 : Date.now() % 2 ** 31);

const walks = fc.array(commands, { minLength: 1, maxLength: 80, size: 'max' });

test(
  `reliability 8 and 42: ${RUNS} random walks of a booking keep every rule (seed ${SEED})`,
  { timeout: 20 * 60_000 },
  async () => {
    const visited = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(beginnings, walks, async (beginning, walk) => {
        for (const state of await playBooking(beginning, walk)) visited.set(state, (visited.get(state) ?? 0) + 1);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    const names = [...visited.keys()].join('\n');
    const reached = [
      'choosingShowtime dialog.open.reviewing',
      'seats.failed',
      'hall.choosingSeats seats.shown.choosing dialog.closed',
      'hall.confirming seats.shown.reviewing.confirming dialog.open.reviewing',
      'seats.shown.reviewing.buying dialog.open.submitting: calling',
      'seats.shown.reviewing.buying dialog.open.submitting: unsettled',
      'seats.shown.reviewing.buying dialog.open.submitting: confirming',
      'dialog.open.succeeded',
      'dialog.finished',
    ];
    expect(reached.filter((name) => !names.includes(name))).toEqual([]);
  },
);

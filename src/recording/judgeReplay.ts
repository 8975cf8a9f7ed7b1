import * as v from 'valibot';
import { selectReviewed } from '#machines/bookingSelectors.ts';
import { findDifferences, type Difference } from './findDifferences.ts';
import { brokenInvariants } from './invariants.ts';
import { isDeepSame } from './isDeepSame.ts';
import { wantingOf } from './expectations.ts';
import { parseRecording, type Recording } from './recording.ts';
import { rootMachine } from './rootMachines.ts';
import { replayRecording, type Moment } from './replayRecording.ts';

const PURCHASE = 'app/intents/purchase';

/** An invariant that does not hold, and since when. */
export interface Breach {
  readonly at: number;
  readonly says: string;
}

/** What is to be said of a recording on today's machines. */
export interface Verdict {
  readonly recording: Recording;
  readonly differences: readonly Difference[];
  readonly breaches: readonly Breach[];
  /** The machines whose trees are other than those recorded. */
  readonly changed: readonly string[];
  /** What is wanting of an expectation, at the end or after so many seconds; undefined when it is met. */
  readonly wanting: (expectation: string, seconds?: number) => string | undefined;
}

/** Replays the recording of a file's text on today's machines and judges what came of it. Throws when the text holds none. */
export function judgeReplay(text: string): Verdict {
  const recording = parseRecording(text);
  const replay = replayRecording(recording, rootMachine);
  return {
    recording,
    differences: findDifferences(recording.entries, replay),
    breaches: breachesIn(replay.moments),
    changed: Object.keys(recording.machines).filter((id) => replay.fingerprints[id] !== recording.machines[id]),
    wanting: (expectation, seconds) => wantingOf(replay, expectation, seconds),
  };
}

/** Each invariant that breaks, where it breaks first. */
function breachesIn(moments: readonly Moment[]): Breach[] {
  const breaches = new Map<string, number>();
  moments.forEach((moment, index) => {
    const broken = [...moment.machines.values()].flatMap(brokenInvariants);
    for (const says of [...broken, ...brokenBetween(moments[index - 1], moment)]) {
      if (!breaches.has(says)) breaches.set(says, moment.input.at);
    }
  });
  return [...breaches].map(([says, at]) => ({ at, says }));
}

/** What holds of a visit, beyond what holds in each state of a machine. */
function brokenBetween(before: Moment | undefined, { machines }: Moment): string[] {
  const user: unknown = machines.get('app/session')?.context.user;
  const isInDebt = v.is(v.object({ balance: v.pipe(v.number(), v.maxValue(-1)) }), user);
  return [
    ...(isInDebt ? ['session: the balance is never below 0'] : []),
    ...(buysAsReviewed(before, machines) ? [] : ['purchase: what is bought is what was reviewed']),
  ];
}

function buysAsReviewed(before: Moment | undefined, machines: Moment['machines']): boolean {
  const bought = machines.get(PURCHASE);
  if (bought === undefined || before?.machines.get(PURCHASE)?.status === 'active') return true;
  const reviewing = [...(before?.machines.values() ?? [])].find(
    (snapshot) => snapshot.machine.id === 'booking' && snapshot.matches({ choosing: { hall: 'confirming' } }),
  );
  return reviewing === undefined || isDeepSame(selectReviewed(reviewing), bought.context.intent.booking);
}

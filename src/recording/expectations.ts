import { isDeepSame } from './isDeepSame.ts';
import { stateLeaves, stateText } from './findDifferences.ts';
import type { Moment, Replay } from './replayRecording.ts';

const DEED = /^(\w+) does (\w+)(?: (.+))?$/;
const DATA = /^(\w+)((?:\.\w+)+)=(.+)$/;
const STATE = /^(\w+)((?:\.\w+)+)$/;

/** How an expectation is written, for whoever wrote one that cannot be read. */
export const EXPECTATIONS = `booking.hall.confirming (a state), session.user.balance=430000 (data, as JSON) or topUp does navigate {"to":"/","replace":true}`;

/**
 * What is wanting of an expectation at the end of a replay, or after so many seconds, in a sentence; undefined when it is met.
 * Throws an error for one that cannot be read.
 */
export function wantingOf(replay: Replay, expectation: string, seconds = Infinity): string | undefined {
  const moment = replay.moments.findLast(({ input }) => input.at <= seconds * 1000);
  const [, doer = '', deed = '', params] = DEED.exec(expectation) ?? [];
  if (doer !== '') return wantingDeed(replay, doer, deed, params);
  const [, owner = '', path = '', json = ''] = DATA.exec(expectation) ?? [];
  if (owner !== '') return wantingData(moment, owner, path, json);
  const [, machine = '', state = ''] = STATE.exec(expectation) ?? [];
  if (machine !== '') return wantingState(moment, machine, state);
  throw new Error(`“${expectation}” cannot be read. An expectation is such as ${EXPECTATIONS}.`);
}

/** The states that a name may leave out are passed over: `hall.confirming` for `choosing.hall.confirming`. */
function isStateNamed(value: unknown, name: string): boolean {
  const names = name.split('.').filter((each) => each !== '');
  return stateLeaves(value).some((leaf) => {
    let found = 0;
    for (const key of leaf.split('.')) if (key === names[found]) found += 1;
    return found === names.length;
  });
}

function wantingState(moment: Moment | undefined, machine: string, state: string): string | undefined {
  const snapshots = snapshotsOf(moment, machine);
  if (snapshots.some(({ value }) => isStateNamed(value, state))) return undefined;
  return wanting(
    `${machine}${state}`,
    machine,
    snapshots.map(({ value }) => stateText(value)),
  );
}

function wantingData(moment: Moment | undefined, machine: string, path: string, json: string): string | undefined {
  const wanted: unknown = JSON.parse(json);
  const found = snapshotsOf(moment, machine).map(({ context }) =>
    path
      .split('.')
      .filter((key) => key !== '')
      .reduce<unknown>((value, key) => valueAt(value, key), context),
  );
  if (found.some((value) => isDeepSame(value, wanted))) return undefined;
  return wanting(
    `${machine}${path} to be ${json}`,
    machine,
    found.map((value) => JSON.stringify(value) ?? 'nothing'),
  );
}

function wantingDeed({ entries }: Replay, machine: string, action: string, json?: string): string | undefined {
  const deeds = entries.flatMap((entry) =>
    entry.is === 'did' && entry.action === action && machineNamed(entry.actor) === machine ? [entry.params] : [],
  );
  const wanted: unknown = json === undefined ? undefined : JSON.parse(json);
  if (deeds.some((params) => json === undefined || isDeepSame(params, wanted))) return undefined;
  const seen = deeds.map((params) => JSON.stringify(params) ?? 'nothing').join(' and ');
  return `${machine} should do ${action}${json === undefined ? '' : ` with ${json}`}; it ${seen === '' ? 'never does' : `does with ${seen}`}.`;
}

function wanting(what: string, machine: string, found: readonly string[]): string {
  return `Expected ${what}; ${found.length === 0 ? `${machine} does not run then` : `it is ${found.join(' and ')}`}.`;
}

function snapshotsOf(moment: Moment | undefined, id: string) {
  return [...(moment?.machines.values() ?? [])].filter(({ machine }) => machine.id === id);
}

/** The machine of an actor's name: `booking` of `booking#2`, `session` of `app/session`. */
function machineNamed(actor: string): string {
  return actor.split('/').at(-1)?.split('#')[0] ?? actor;
}

function valueAt(value: unknown, key: string): unknown {
  const entries: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.find(([name]) => name === key)?.[1];
}

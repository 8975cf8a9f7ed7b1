import { availableParallelism } from 'node:os';
import type { Check, Fault } from './fault.ts';
import { faults as table } from './faults/faults.ts';
import { runCheck, type Outcome } from './runCheck.ts';
import { findStale, makeScratch, type Scratch } from './scratch.ts';

const AT_ONCE = Math.min(2, availableParallelism());

const [filter = ''] = process.argv.slice(2);
const chosen = table.filter(({ file, by }) => `${by.project} ${file}`.includes(filter));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

const began = performance.now();
const stale = (await Promise.all(chosen.map(findStale))).filter((message) => message !== undefined);
if (stale.length > 0 || chosen.length === 0) {
  for (const message of stale) say(message);
  if (chosen.length === 0) say(`No fault is in a file or project named like “${filter}”`);
  process.exitCode = 1;
} else {
  const scratches = await Promise.all(Array.from({ length: AT_ONCE }, makeScratch));
  try {
    process.exitCode = (await tryAll(scratches)) ? 0 : 1;
  } finally {
    await Promise.all(scratches.map((scratch) => scratch.remove()));
  }
}

/** Whether the tests are sound without a fault, and notice every fault that the table does not explain. */
async function tryAll(scratches: readonly Scratch[]): Promise<boolean> {
  const checks = [...new Map(chosen.map(({ by }) => [nameOf(by), by])).values()];
  let isSound = true;
  await share(scratches, checks, async ({ folder }, check) => {
    const { passed, failed } = await runCheck(folder, check, interrupted.signal);
    if (interrupted.signal.aborted || (failed === undefined && passed > 0)) return;
    isSound = false;
    say(`${nameOf(check)} ${failed === undefined ? 'runs no test' : `fails without a fault, by ${failed}`}`);
  });
  if (interrupted.signal.aborted || !isSound) return false;
  say(`${checks.length} checks pass without a fault\n`);

  const survivors: Fault[] = [];
  await share(scratches, chosen, async ({ folder, spoil }, fault) => {
    const outcome = await spoil(fault, () => runCheck(folder, fault.by, interrupted.signal));
    if (interrupted.signal.aborted) return;
    if (outcome.failed === undefined) survivors.push(fault);
    say(lineOf(fault, outcome));
  });
  if (interrupted.signal.aborted) return false;
  return report(survivors);
}

function report(survivors: readonly Fault[]): boolean {
  const unexplained = survivors.filter(({ survives }) => survives === undefined);
  const revived = chosen.filter((fault) => fault.survives !== undefined && !survivors.includes(fault));
  say('');
  for (const { file, fault, survives = 'NOT EXPLAINED' } of survivors) say(`survivor: ${file}, ${fault}: ${survives}`);
  for (const { fault } of revived) say(`“${fault}” is explained as a survivor, but is caught`);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  say(
    `${chosen.length} faults, ${chosen.length - survivors.length} caught, ${survivors.length} survived, ${minutes} minutes`,
  );
  return unexplained.length === 0;
}

/** Does all of the work, a piece in each copy at a time. */
async function share<Piece>(
  scratches: readonly Scratch[],
  pieces: readonly Piece[],
  work: (scratch: Scratch, piece: Piece) => Promise<void>,
): Promise<void> {
  const left = pieces.values();
  await Promise.all(
    scratches.map(async (scratch) => {
      for (const piece of left) {
        if (interrupted.signal.aborted) return;
        await work(scratch, piece);
      }
    }),
  );
}

function lineOf({ fault, file, by }: Fault, { failed, seconds }: Outcome): string {
  const end = failed === undefined ? `SURVIVED ${nameOf(by)}` : `caught by ${failed}`;
  return `${file}, ${fault}: ${end}, ${seconds.toFixed(1)} s`;
}

function nameOf({ project, file, only }: Check): string {
  return `${project} ${file}${only === undefined ? '' : `, ${only}`}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { replay, type Result } from './simulate.ts';
import { VisitRecorders } from './recordVisits.ts';
import { shrink } from './shrink.ts';
import type { Scenario, Step } from './steps.ts';

const FOLDER = join(import.meta.dirname, 'found');
const SHRINK_SECONDS = 120;

/** A step of a scenario, or the fault of one request: what shrinking can leave out. */
type Part = { readonly step: Step } | { readonly fault: string };

/** Shrinks a run that broke a rule, and writes the rest as a test that fails. */
export async function reportFailure(
  { scenario, breaches }: Result,
  isRecorded: boolean,
  say: (text: string) => void,
): Promise<void> {
  const kinds = new Set(breaches.map(kindOf));
  const parts: Part[] = [
    ...scenario.steps.map((step) => ({ step })),
    ...Object.keys(scenario.faults).map((fault) => ({ fault })),
  ];
  const fails = async (left: readonly Part[]) =>
    (await replay(scenarioOf(scenario, left))).breaches.some((breach) => kinds.has(kindOf(breach)));
  const inOrder = (groups: readonly (readonly Part[])[]) => {
    const left = new Set(groups.flat());
    return parts.filter((part) => left.has(part));
  };
  // Most visitors have nothing to do with it, so they go first.
  const groups = [...Map.groupBy(parts, groupOf).values()];
  const needed = inOrder(await shrink(groups, (left) => fails(inOrder(left)), SHRINK_SECONDS));
  const shortest = await shrink(needed, fails, SHRINK_SECONDS);
  const shrunk = scenarioOf(scenario, shortest);
  const { breaches: left } = await replay(shrunk);
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `seed-${scenario.seed}.test.ts`);
  writeFileSync(file, testOf(shrunk, left));
  say(`Shrunk from ${scenario.steps.length} to ${shrunk.steps.length} steps:`);
  for (const step of shrunk.steps) say(`  ${JSON.stringify(step)}`);
  for (const [request, fault] of Object.entries(shrunk.faults)) say(`  ${request}: ${JSON.stringify(fault)}`);
  say(left.map((breach) => `  ${breach}`).join('\n'));
  say(`The test that fails: ${relative(process.cwd(), file)}`);
  if (!isRecorded) return;
  const recorders = new VisitRecorders();
  await replay(shrunk, { inspect: (tab, event) => recorders.inspect(tab, event) });
  for (const [name, text] of recorders.texts()) writeFileSync(join(FOLDER, `seed-${scenario.seed}-${name}.json`), text);
  say(`The recordings, for \`npm run replay -- FILE\`: ${relative(process.cwd(), FOLDER)}`);
}

function scenarioOf({ seed, visitors, dishonest, faults }: Scenario, parts: readonly Part[]): Scenario {
  const steps = parts.flatMap((part) => ('step' in part ? [part.step] : []));
  const kept = new Set(parts.flatMap((part) => ('fault' in part ? [part.fault] : [])));
  return {
    seed,
    visitors,
    dishonest,
    steps,
    faults: Object.fromEntries(Object.entries(faults).filter(([name]) => kept.has(name))),
  };
}

/** The visitor whose step or request it is; `server` for any other step. */
function groupOf(part: Part): string {
  if ('fault' in part) return part.fault.split(':')[0] ?? '';
  if ('dishonest' in part.step) return `dishonest ${part.step.dishonest}`;
  if ('door' in part.step) return `door ${part.step.door}`;
  return 'by' in part.step ? `visitor ${part.step.by}` : 'server';
}

/** A breach without its ids and numbers, so that shrinking keeps to the same rule. */
function kindOf(breach: string): string {
  return breach.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#').slice(0, 60);
}

function testOf(scenario: Scenario, breaches: readonly string[]): string {
  return `import { expect, test } from 'vitest';
import { replay } from '../simulate.ts';

/*
${breaches.map((breach) => ` * ${breach}`).join('\n')}
 */
test('the simulation with the seed ${scenario.seed} breaks no rule', async () => {
  const { breaches } = await replay(${JSON.stringify(scenario, undefined, 2).replaceAll('\n', '\n  ')});
  expect(breaches).toEqual([]);
});
`;
}

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plantedFaults, type PlantedFault } from './faults.ts';

const ROOT = join(import.meta.dirname, '../..');
const SEEDS = 5;

interface Size {
  readonly visitors: number;
  readonly steps: number;
  /** Text in the names of the faults to plant; all faults contain the empty text. */
  readonly only: string;
}

/** Plants each fault in a copy of the product and simulates visitors until a rule is broken. Returns whether all were noticed. */
export async function catchFaults(size: Size, say: (line: string) => void): Promise<boolean> {
  let areAllNoticed = true;
  for (const fault of plantedFaults.filter(({ name }) => name.includes(size.only))) {
    const steps = await stepsUntilNoticed(fault, size, say);
    areAllNoticed &&= steps !== undefined;
    say(`| ${fault.name} | ${steps ?? 'not noticed'} |`);
  }
  return areAllNoticed;
}

async function stepsUntilNoticed(fault: PlantedFault, { visitors, steps }: Size, say: (line: string) => void) {
  const copy = mkdtempSync(join(tmpdir(), 'nobar-now-fault-'));
  try {
    for (const name of ['src', 'machines', 'tests', 'package.json'])
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const file = join(copy, fault.file);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(fault.search)) throw new Error(`${fault.file} does not contain ${fault.search}`);
    writeFileSync(file, text.replace(fault.search, fault.replace));
    let sum = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const lines = await run(copy, [
        '--quiet',
        '--seed',
        String(seed),
        '--visitors',
        String(visitors),
        '--steps',
        String(steps),
      ]);
      sum += Number(/: (\d+) steps/.exec(lines)?.[1]);
      const broken = /Broken:\n {2}(.*)/.exec(lines)?.[1];
      if (broken !== undefined) {
        say(`  ${broken}`);
        return sum;
      }
    }
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The output of a simulation in another folder. Its exit code is 1 when a rule is broken. */
async function run(folder: string, args: readonly string[]): Promise<string> {
  const program = [...process.execArgv, join(folder, 'tests/simulation/run.ts'), ...args];
  try {
    return (await promisify(execFile)(process.execPath, program, { cwd: folder })).stdout;
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && String(error.stdout) !== '') return String(error.stdout);
    throw error;
  }
}

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { auditDatabase } from '../../../src/server/commands/audit.ts';
import { runCommand } from '../../../src/server/commands/runCommand.ts';
import { recordSteps } from './recordSteps.ts';

/**
 * Runs commands and records their steps, then runs each again over what an interruption at each step leaves. All in one process,
 * because its start takes longer than a command. Prints the exit codes and the outputs as JSON. The argument is a JSON list of commands
 * with the folder to run each in.
 */
const planSchema = v.array(
  v.object({ command: v.string(), args: v.array(v.string()), whole: v.string(), steps: v.string() }),
);
const plan = v.parse(planSchema, JSON.parse(process.argv[2] ?? ''));
const print = process.stdout.write.bind(process.stdout);
let runs = 0;
let said = '';
for (const stream of [process.stdout, process.stderr]) {
  stream.setMaxListeners(0);
  stream.write = (text) => {
    said += String(text);
    return true;
  };
}

async function run(folder: string, command: string, args: readonly string[]) {
  process.chdir(folder);
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = 0;
  said = '';
  runs += 1;
  // The audit runs by itself only as the main module.
  if (command === 'audit') await runCommand(auditDatabase);
  else await import(`../../../src/server/commands/${command}.ts?${runs}`);
  return { step: folder, code: process.exitCode, said };
}

const outcomes = [];
for (const { command, args, whole, steps } of plan) {
  mkdirSync(steps);
  await recordSteps(whole, steps, () => run(whole, command, args));
  const repeated = [];
  for (const step of readdirSync(steps).toSorted()) {
    const hadDatabase = existsSync(join(steps, step, 'data/nobar-now.sqlite'));
    repeated.push({ ...(await run(join(steps, step), command, args)), hadDatabase });
  }
  outcomes.push(repeated);
}
process.exitCode = 0;
print(JSON.stringify(outcomes));

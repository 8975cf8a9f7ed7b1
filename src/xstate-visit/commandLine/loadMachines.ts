import { existsSync } from 'node:fs';
import module from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StateMachine, type AnyStateMachine } from 'xstate';
import type { Machines } from '../recording/actors.ts';

/** The machines of a module. */
export interface LoadedMachines {
  readonly machines: Machines;
  /** The names under which the module exports them, or how it exports an object of them. */
  readonly exported: readonly string[] | 'machines' | 'default';
}

/** Endings that a bundler adds to an import, in the order in which they are tried. */
const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.mjs', '/index.ts', '/index.tsx', '/index.js'];

/**
 * Loads an app's machines from the URL of a module: an object that is exported as `machines` or by default, or all machines that the module exports, by their
 * names. Rejects with a message for people when the module cannot be loaded or exports no machine.
 */
export async function loadMachines({ href }: { readonly href: string }): Promise<LoadedMachines> {
  const path = relative('.', fileURLToPath(href));
  if (!existsSync(fileURLToPath(href))) throw new Error(`The file ${path} cannot be read.`);
  const exports = await load(href, path);
  for (const name of ['machines', 'default'] as const) {
    const machines = machinesIn(Reflect.get(exports, name));
    if (Object.keys(machines).length > 0) return { machines, exported: name };
  }
  const machines = machinesIn(exports);
  const exported = Object.keys(machines);
  if (exported.length > 0) return { machines, exported };
  throw new Error(
    Object.values(exports).some(isForeignMachine)
      ? `The machines of ${path} come from another copy of XState: install xstate-visit in the project that contains them.`
      : `${path} exports no machine.`,
  );
}

async function load(href: string, path: string): Promise<object> {
  resolveLikeBundlers();
  try {
    return await import(/* @vite-ignore */ href);
  } catch (error) {
    throw new Error(`${path} cannot be loaded in Node: ${reasonOf(error)} ${advice(path)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function advice(path: string): string {
  if (/\.[mc]?ts$/.test(path) && !process.features.typescript) return 'To read TypeScript, use Node 22.18 or later.';
  return 'Pass a module that imports machines only, without views, styles and syntax that Node cannot read.';
}

/** Lets imports without ending find their file, as bundlers do. Does nothing in a Node without synchronous hooks (before 22.15). */
function resolveLikeBundlers(): void {
  const hooks: Partial<Pick<typeof module, 'registerHooks'>> = module;
  hooks.registerHooks?.({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!/^\.{1,2}(?:\/|$)/.test(specifier)) throw error;
        const stem = specifier.replace(/\.js$/, '');
        for (const ending of ENDINGS) {
          try {
            return next(`${stem}${ending}`, context);
          } catch {
            // The next ending is tried.
          }
        }
        throw error;
      }
    },
  });
}

function machinesIn(exports: unknown): Machines {
  if (typeof exports !== 'object' || exports === null || exports instanceof StateMachine) return {};
  return Object.fromEntries(
    Object.entries(exports).filter((entry): entry is [string, AnyStateMachine] => entry[1] instanceof StateMachine),
  );
}

function isForeignMachine(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'getInitialSnapshot' in value && 'root' in value;
}

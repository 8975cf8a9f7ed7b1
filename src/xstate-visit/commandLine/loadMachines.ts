import { existsSync } from 'node:fs';
import module from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StateMachine, type AnyStateMachine } from 'xstate';
import type { Machines } from '../recording/actors.ts';

/** The machines of a module, by their keys. */
export interface LoadedMachines {
  readonly machines: Machines;
  /** The names of the exported machines. If the module exports one object with all machines: the name of that export. */
  readonly exported: readonly string[] | 'machines' | 'default';
}

/** A bundler finds a file without its ending. These endings are tried in this order. */
const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.mjs', '/index.ts', '/index.tsx', '/index.js'];

/**
 * Loads the machines of an app from the URL of a module. Their keys come from the object that the module exports as `machines` or by default. If it exports
 * neither, the names of its exported machines are the keys. Rejects with a message for the user when the module cannot be loaded or
 * exports no machine.
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

/** Lets Node find the file of an import without ending, as bundlers do. Needs Node 22.15: earlier versions have no synchronous hooks. */
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

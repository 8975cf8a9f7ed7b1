import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../src/tooling/buildIfStale.ts';
import { rounds } from '../rounds.ts';
import { findOrInstallEngines, type EnginePaths } from './engines/findEngines.ts';
import { findOrInstallChromium, findOrInstallShell, installFallbackFace } from './findChromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium that the browser tests drive; empty when there is none, and then they fail. */
    chromiumPath: string;
    /** What starts Firefox and WebKit; where a program is missing, their tests fail. */
    engines: EnginePaths;
  }
}

/** A visitor costs the check half as much without a window; before a release the browser is the one that people have. */
const findOrInstallBrowser = rounds(findOrInstallShell, findOrInstallChromium);

/** Finds or installs the browsers and a desktop's typeface, and builds the pages that the product serves. */
export default async function prepareProduct(project: TestProject): Promise<void> {
  project.provide('chromiumPath', (await findOrInstallBrowser()) ?? '');
  project.provide('engines', await findOrInstallEngines());
  await installFallbackFace();
  await buildAsForVisitors();
}

async function buildAsForVisitors(): Promise<void> {
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await buildIfStale();
  process.env['NODE_ENV'] = environment;
}

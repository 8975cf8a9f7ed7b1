import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrows } from './arrows.ts';
import config from '../oxlint.config.ts';

/** One wrong import for each rule of tests/arrows.ts. */
const REFUSED = [
  ['a rule that imports a schema', 'src/domain/a.ts', "import { x } from '#contract/user.ts';"],
  ['a cycle of rules by types only', 'src/domain/c.ts', "import type { D } from './d.ts'; export type C = D;"],
  ['the other half of that cycle', 'src/domain/d.ts', "export type { C as D } from './c.ts';"],
  ['a schema that imports a machine', 'src/contract/a.ts', "export * from '../../machines/appMachine.ts';"],
  ['a machine that imports a type of React', 'machines/e.ts', "import type { ReactNode } from 'react';"],
  ['an access to the browser that imports an actor', 'src/web/browser/b.ts', "import '../actors/openApp.ts';"],
  ['a view that calls the API', 'src/web/pages/home/a.tsx', "import { find } from '../../api/movies.ts';"],
  [
    'a view that imports a type of the start of the actors',
    'src/web/components/b.tsx',
    "import type { R } from '../actors/openApp.ts';",
  ],
  ['a view that imports the routes', 'src/web/layout/b.tsx', "import { pageAt } from '../router/pages.ts';"],
  ['a view that uses useEffect', 'src/web/pages/home/d.tsx', "import { useEffect } from 'react';"],
  ['a view that imports all of React', 'src/web/layout/c.tsx', "import * as React from 'react';"],
  ['a view that uses lazy', 'src/web/components/d.tsx', "import { lazy } from 'react';"],
  ['a router that uses lazy', 'src/web/router/a.tsx', "import { lazy } from 'react';"],
  ['a component that imports the layout', 'src/web/components/e.tsx', "import { Shell } from '../layout/Shell.tsx';"],
  ['a page that imports another page', 'src/web/pages/home/f.tsx', "import '../about/AboutPage.tsx';"],
  ['an actor that imports a view', 'src/web/actors/a.ts', "import type { N } from '../components/Notice.tsx';"],
  ['a client that renders documents', 'src/web/rendering/b.tsx', "import './renderDocument.tsx';"],
  ['a server that imports a machine', 'src/server/app.ts', "import type { A } from '#machines/appMachine.ts';"],
  ['a product that imports the demo account', 'src/server/main.ts', "import './demoAccount.ts';"],
  ['a plugin that imports a route', 'src/server/http/a.ts', "import { apiRoutes } from '../routes/apiRoutes.ts';"],
  ['a plugin that imports the type of a feed', 'src/server/http/b.ts', "type L = import('../feeds/seatFeeds.ts').L;"],
  ['a sign-in that imports a plugin', 'src/server/auth/a.ts', "import { parseInput } from '../http/parseInput.ts';"],
  ['an entity that imports its caller', 'src/server/store/a.ts', "import { hash } from '../auth/passwords.ts';"],
  ['a database that imports an entity', 'src/server/db/a.ts', "import { findMovie } from '../store/movies.ts';"],
  ['an error that imports the database', 'src/server/errors.ts', "import type { Schema } from './db/schema.ts';"],
  ['a route that imports the application', 'src/server/routes/a.ts', "import { createApp } from '../app.ts';"],
  ['an inspector that imports a rule of the product', 'src/xstate-visit/panel/a.ts', "import '#domain/seats.ts';"],
  [
    'a tool that imports a file of the inspector instead of its package',
    'src/tooling/b.ts',
    "import '../xstate-visit/replay/checkRecording.ts';",
  ],
  ['a tool that imports the server', 'src/tooling/a.ts', "import '../server/main.ts';"],
  ['an import without its extension', 'src/web/api/a.ts', "import { x } from './client';"],
  ['an import through another folder', 'src/server/db/b.ts', "import '../addresses/../store/movies.ts';"],
  ['a file in no room', 'src/elsewhere/a.ts', "import '#domain/age.ts';"],
] as const;

const RIGHT = [
  ['a machine that imports a schema', 'machines/d.ts', "import { userSchema } from '#contract/user.ts';"],
  ['a view with useEffect in a comment', 'src/web/pages/home/g.tsx', "// useEffect\nimport { useState } from 'react';"],
  ['a page that imports hooks', 'src/web/pages/home/h.tsx', "import '../../actors/rootHooks.ts';"],
  ['the table of pages', 'src/web/router/pages.ts', "import { lazy } from 'react';"],
  ['a plugin that imports an entity', 'src/server/http/c.ts', "import 'fastify'; import '../store/movies.ts';"],
] as const;

const RULES = /no-restricted-imports|consistent-type-imports|no-import-type-side-effects|no-cycle/;
const reportSchema = v.object({ diagnostics: v.array(v.object({ code: v.string(), filename: v.string() })) });
const root = join(import.meta.dirname, '..');

let folder: string;
let refused: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arrows-'));
  await write('.oxlintrc.json', JSON.stringify({ ...config, options: {} }));
  await Promise.all([...REFUSED, ...RIGHT].map(([, path, source]) => write(path, source)));
  const { diagnostics } = v.parse(reportSchema, JSON.parse(await lint()));
  refused = diagnostics.filter(({ code }) => RULES.test(code)).map(({ filename }) => filename.replaceAll('\\', '/'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('the import rules between folders', () => {
  test.each(REFUSED)('refuses %s', (_, path) => {
    expect(refused).toContain(path);
  });

  test.each(RIGHT)('allows %s', (_, path) => {
    expect(refused).not.toContain(path);
  });

  test('every file is in a room, and every room has files', () => {
    const rooms = arrows.slice(1).flatMap(({ files }) => files);
    const sources = globSync('{src,machines}/**/*.{ts,tsx}', { cwd: root });
    expect(sources.filter((path) => !rooms.some((room) => matchesGlob(path, room)))).toEqual([]);
    expect(rooms.filter((room) => !sources.some((path) => matchesGlob(path, room)))).toEqual([]);
  });
});

async function write(path: string, source: string): Promise<void> {
  await mkdir(join(folder, dirname(path)), { recursive: true });
  await writeFile(join(folder, path), source);
}

/** Runs the linter over the folder and resolves to its output. Its exit code is not 0, because it refuses files. */
async function lint(): Promise<string> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [program, '--format=json'], { cwd: folder }, (_, said) => resolve(said));
  return promise;
}

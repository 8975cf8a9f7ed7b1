import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrows } from './arrows.ts';
import config from '../oxlint.config.ts';

const REFUSED = [
  ['a rule that imports a schema', 'src/domain/a.ts', "import { x } from '#contract/user.ts';"],
  ['a rule that imports a browser library', 'src/domain/b.ts', "import { x } from 'react';"],
  ['a cycle of rules by types only', 'src/domain/c.ts', "import type { D } from './d.ts'; export type C = D;"],
  ['the other half of that cycle', 'src/domain/d.ts', "export type { C as D } from './c.ts';"],
  ['a schema that imports a machine', 'src/contract/a.ts', "export * from '../../machines/appMachine.ts';"],
  ['a machine that imports React', 'machines/c.ts', "import { useState } from 'react';"],
  ['a machine that imports a type of React', 'machines/e.ts', "import type { ReactNode } from 'react';"],
  [
    'an environment that imports the router',
    'src/web/environment/a.ts',
    "import { useNavigate } from 'react-router-dom';",
  ],
  ['an environment that imports the runtime', 'src/web/environment/b.ts', "import '../runtime/openApp.ts';"],
  ['a view that calls the API', 'src/web/pages/home/a.tsx', "import { find } from '../../api/movies.ts';"],
  ['a view that imports the device', 'src/web/components/a.tsx', "const x = import('../environment/tabs.ts');"],
  ['a view that imports the type of a client', 'src/web/shell/a.tsx', "type C = import('../api/client.ts').Client;"],
  ['a view that imports the runtime', 'src/web/pages/home/b.tsx', "import '../../runtime/openApp.ts';"],
  [
    'a view that imports a type of the runtime',
    'src/web/components/b.tsx',
    "import type { R } from '../runtime/openApp.ts';",
  ],
  ['a view that starts an actor', 'src/web/pages/home/c.tsx', "import '../../runtime/openApp.ts';"],
  ['a view that imports the routes', 'src/web/shell/b.tsx', "import { pageAt } from '../app/pages.ts';"],
  ['a view that uses useEffect', 'src/web/pages/home/d.tsx', "import { useEffect } from 'react';"],
  ['a view that imports all of React', 'src/web/shell/c.tsx', "import * as React from 'react';"],
  ['a view that uses lazy', 'src/web/components/d.tsx', "import { lazy } from 'react';"],
  ['the application that uses lazy', 'src/web/app/a.tsx', "import { lazy } from 'react';"],
  ['a component that imports the shell', 'src/web/components/e.tsx', "import { Shell } from '../shell/Shell.tsx';"],
  ['a component that imports a page', 'src/web/components/f.tsx', "import('../pages/home/HomePage.tsx');"],
  ['a page that imports the shell', 'src/web/pages/home/e.tsx', "import type { N } from '../../shell/navigation.ts';"],
  ['a page that imports another page', 'src/web/pages/home/f.tsx', "import '../about/AboutPage.tsx';"],
  ['a runtime that imports a view', 'src/web/runtime/a.ts', "import type { N } from '../components/Notice.tsx';"],
  ['an application that renders documents', 'src/web/app/b.tsx', "import './renderDocument.tsx';"],
  ['a server that imports a machine', 'src/server/app.ts', "import type { A } from '#machines/appMachine.ts';"],
  ['a product that imports the demo account', 'src/server/main.ts', "import './demoAccount.ts';"],
  ['a plugin that imports a route', 'src/server/http/a.ts', "import { apiRoutes } from '../routes/apiRoutes.ts';"],
  ['a plugin that imports the type of a feed', 'src/server/http/b.ts', "type L = import('../feeds/seatFeeds.ts').L;"],
  ['a sign-in that imports a plugin', 'src/server/auth/a.ts', "import { parseInput } from '../http/parseInput.ts';"],
  ['an entity that imports its caller', 'src/server/store/a.ts', "import { hash } from '../auth/passwords.ts';"],
  ['a database that imports an entity', 'src/server/db/a.ts', "import { findMovie } from '../store/movies.ts';"],
  ['an error that imports the database', 'src/server/errors.ts', "import type { Schema } from './db/schema.ts';"],
  ['a route that imports the application', 'src/server/routes/a.ts', "import { createApp } from '../app.ts';"],
  ['an inspector that imports a rule of the product', 'src/inspector/panel/a.ts', "import '#domain/seats.ts';"],
  ['an inspector that imports a page', 'src/inspector/a.ts', "import '../web/app/pages.ts';"],
  ['a tool that imports the server', 'src/tooling/a.ts', "import '../server/main.ts';"],
  ['an import without its extension', 'src/web/api/a.ts', "import { x } from './client';"],
  ['an import through another folder', 'src/server/db/b.ts', "import '../addresses/../store/movies.ts';"],
  ['a file in no room', 'src/elsewhere/a.ts', "import '#domain/age.ts';"],
] as const;

const RIGHT = [
  ['a machine that imports a schema', 'machines/d.ts', "import { userSchema } from '#contract/user.ts';"],
  ['a view with useEffect in a comment', 'src/web/pages/home/g.tsx', "// useEffect\nimport { useState } from 'react';"],
  ['a page that imports hooks', 'src/web/pages/home/h.tsx', "import '../../runtime/rootHooks.ts';"],
  ['the table of pages', 'src/web/app/pages.ts', "import { lazy } from 'react';"],
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

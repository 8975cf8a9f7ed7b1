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
  ['a rule that knows the wire', 'src/domain/a.ts', "import { x } from '#contract/user.ts';"],
  ['a rule that knows a browser library', 'src/domain/b.ts', "import { x } from 'react';"],
  ['a circle of rules, by types alone', 'src/domain/c.ts', "import type { D } from './d.ts'; export type C = D;"],
  ['a circle, on its way back', 'src/domain/d.ts', "export type { C as D } from './c.ts';"],
  ['a schema that knows a machine', 'src/contract/a.ts', "export * from '../../machines/appMachine.ts';"],
  ['a machine that knows React', 'machines/c.ts', "import { useState } from 'react';"],
  ['a machine that knows a type of React', 'machines/e.ts', "import type { ReactNode } from 'react';"],
  [
    'an environment that knows the router',
    'src/web/environment/a.ts',
    "import { useNavigate } from 'react-router-dom';",
  ],
  ['an environment that knows who is in it', 'src/web/environment/b.ts', "import '../runtime/openApp.ts';"],
  ['a view that calls the API', 'src/web/pages/home/a.tsx', "import { find } from '../../api/movies.ts';"],
  ['a view that knows the device', 'src/web/components/a.tsx', "const x = import('../environment/tabs.ts');"],
  ['a view that knows the type of a client', 'src/web/shell/a.tsx', "type C = import('../api/client.ts').Client;"],
  ['a view that sees the runtime', 'src/web/pages/home/b.tsx', "import '../../runtime/openApp.ts';"],
  ['a view that sees its type', 'src/web/components/b.tsx', "import type { R } from '../runtime/openApp.ts';"],
  ['a view that starts an actor', 'src/web/pages/home/c.tsx', "import '../../runtime/openApp.ts';"],
  ['a view that knows the routes', 'src/web/shell/b.tsx', "import { pageAt } from '../app/pages.ts';"],
  ['a view that has an effect', 'src/web/pages/home/d.tsx', "import { useEffect } from 'react';"],
  ['a view that has one of all React', 'src/web/shell/c.tsx', "import * as React from 'react';"],
  ['a view whose code may not come', 'src/web/components/d.tsx', "import { lazy } from 'react';"],
  ['a frame whose code may not come', 'src/web/app/a.tsx', "import { lazy } from 'react';"],
  ['a component that knows the frame', 'src/web/components/e.tsx', "import { Shell } from '../shell/Shell.tsx';"],
  ['a component that knows a page', 'src/web/components/f.tsx', "import('../pages/home/HomePage.tsx');"],
  ['a page that knows the frame', 'src/web/pages/home/e.tsx', "import type { N } from '../../shell/navigation.ts';"],
  ['a page that knows another', 'src/web/pages/home/f.tsx', "import '../about/AboutPage.tsx';"],
  ['a runtime that knows a view', 'src/web/runtime/a.ts', "import type { N } from '../components/Notice.tsx';"],
  ['an application that renders documents', 'src/web/app/b.tsx', "import './renderDocument.tsx';"],
  ['a server that knows a machine', 'src/server/app.ts', "import type { A } from '#machines/appMachine.ts';"],
  ['a product that knows the demo account', 'src/server/main.ts', "import './demoAccount.ts';"],
  ['a plugin that knows a route', 'src/server/http/a.ts', "import { apiRoutes } from '../routes/apiRoutes.ts';"],
  ['a plugin that knows the type of a feed', 'src/server/http/b.ts', "type L = import('../feeds/seatFeeds.ts').L;"],
  ['a sign-in that knows a plugin', 'src/server/auth/a.ts', "import { parseInput } from '../http/parseInput.ts';"],
  ['an entity that knows the requester', 'src/server/store/a.ts', "import { hash } from '../auth/passwords.ts';"],
  ['a database that knows an entity', 'src/server/db/a.ts', "import { findMovie } from '../store/movies.ts';"],
  ['a refusal that knows the database', 'src/server/errors.ts', "import type { Schema } from './db/schema.ts';"],
  ['a route that knows the application', 'src/server/routes/a.ts', "import { createApp } from '../app.ts';"],
  ['an inspector that knows a cinema', 'src/inspector/panel/a.ts', "import '#domain/seats.ts';"],
  ['an inspector that knows a page', 'src/inspector/a.ts', "import '../web/app/pages.ts';"],
  ['a tool that knows the server', 'src/tooling/a.ts', "import '../server/main.ts';"],
  ['an import without its extension', 'src/web/api/a.ts', "import { x } from './client';"],
  ['an import that goes astray', 'src/server/db/b.ts', "import '../addresses/../store/movies.ts';"],
  ['a file that stands in no room', 'src/elsewhere/a.ts', "import '#domain/age.ts';"],
] as const;

const RIGHT = [
  ['a machine that runs a schema of its form', 'machines/d.ts', "import { userSchema } from '#contract/user.ts';"],
  ['a view that only names an effect', 'src/web/pages/home/g.tsx', "// useEffect\nimport { useState } from 'react';"],
  ['a page that knows hooks', 'src/web/pages/home/h.tsx', "import '../../runtime/rootHooks.ts';"],
  ['the table of pages', 'src/web/app/pages.ts', "import { lazy } from 'react';"],
  ['a plugin that knows an entity', 'src/server/http/c.ts', "import 'fastify'; import '../store/movies.ts';"],
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

/** Runs the linter over the folder; gives what it says. It ends with an error, since it refuses something. */
async function lint(): Promise<string> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [program, '--format=json'], { cwd: folder }, (_, said) => resolve(said));
  return promise;
}

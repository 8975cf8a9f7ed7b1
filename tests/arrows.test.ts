import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, usesName } from './importsOf.ts';

interface Arrows {
  /** The layers a layer may import, beside itself. */
  readonly to: readonly string[];
  /** The layers of which it may import types only. */
  readonly typesOf?: readonly string[];
  /** The packages it may import, when that is limited. */
  readonly packages?: RegExp;
}

/** The server's floors, from the ground up: a room imports rooms of lower floors only, never its neighbours on its own. */
const SERVER_FLOORS = [
  ['errors', 'entityTags.ts', 'seatChanges.ts', 'trustedProxies.ts'],
  ['db'],
  ['store', 'environment.ts'],
  ['http', 'auth', 'feeds', 'pages', 'commands'],
  ['routes'],
  ['app.ts'],
  ['startServer.ts'],
  ['main.ts'],
  ['demoAccount.ts'],
  ['dev.ts'],
];

/** The views' floors. They stand on the hooks and see nothing below them: a view gets what it selects, and `send`. */
const VIEW_FLOORS = [['components'], ['shell', 'pages']];
const UNDER_VIEWS = ['src/web/runtime/hooks', 'src/web/styles', 'machines', 'src/contract', 'src/domain'];
const VIEWS = ['src/web/components', 'src/web/shell', 'src/web/pages'];

const LAYERS: Readonly<Record<string, Arrows>> = {
  'src/domain': { to: [], packages: /^luxon$/ },
  'src/contract': { to: ['src/domain'], packages: /^valibot$/ },
  machines: { to: ['src/domain'], typesOf: ['src/contract'], packages: /^xstate(\/|$)/ },
  'src/recording': {
    to: ['machines', 'src/contract', 'src/domain'],
    packages: /^(?:xstate|valibot|react-router-dom)(\/|$)/,
  },
  'src/states': { to: ['machines', 'src/contract', 'src/domain'], packages: /^xstate$/ },
  'src/diagram': { to: [] },
  ...floors('src/server', SERVER_FLOORS, ['src/domain', 'src/contract']),
  'src/tooling/start.ts': { to: ['src/tooling', 'src/server/main.ts'] },
  'src/tooling': { to: ['src/diagram', 'src/recording'] },
  'src/web/styles': { to: [] },
  'src/web/api': { to: ['src/contract', 'src/domain'] },
  'src/web/effects': {
    to: ['machines', 'src/web/api', 'src/contract', 'src/domain'],
    packages: /^(?:xstate|valibot)(\/|$)/,
  },
  'src/web/inspector': {
    to: [
      'src/web/app',
      'src/web/runtime',
      'src/web/effects',
      'src/web/components',
      'src/web/styles',
      'machines',
      'src/recording',
      'src/states',
      'src/diagram',
      'src/domain',
    ],
  },
  'src/web/runtime/hooks': { to: ['src/web/runtime', 'src/web/effects', 'src/domain'], typesOf: ['machines'] },
  'src/web/runtime': { to: ['src/web/effects', 'src/contract', 'src/domain'], typesOf: ['machines'] },
  ...floors('src/web', VIEW_FLOORS, UNDER_VIEWS),
  // What the server calls, through the built file alone: it runs a page's machine before there is a view of it.
  'src/web/app/drawDocument.tsx': {
    to: ['src/web/app', 'src/web/app/drawHead.tsx', 'src/web/runtime', 'src/web/effects', 'machines', 'src/domain'],
  },
  'src/web/app/drawHead.tsx': { to: ['src/web/effects', 'src/domain'], typesOf: ['machines', 'src/contract'] },
  'src/web/app': {
    to: [...VIEWS, 'src/web/runtime/hooks', 'src/web/runtime', 'src/web/effects', 'src/domain'],
    typesOf: ['machines'],
  },
  'src/web/serviceWorker.ts': { to: [], packages: /^workbox-/ },
  'src/web/main.ts': {
    to: ['src/web/inspector', 'src/web/effects', 'src/web/runtime', 'src/web/app', 'src/web/styles'],
  },
};

const root = join(import.meta.dirname, '..');
const sources = globSync('{src,machines}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

describe('house style: the import arrows point one way', () => {
  test('every file stands in a layer', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter(({ path }) => layerOf(path) === undefined).map(({ path }) => path)).toEqual([]);
  });

  test.each(Object.keys(LAYERS))('%s imports only what it may', (layer) => {
    const broken = sources
      .filter(({ path }) => layerOf(path) === layer)
      .flatMap(({ path, source }) => wrongImports(path, source));
    expect(broken).toEqual([]);
  });

  test.each([
    ['a rule that knows the wire', 'src/domain/a.ts', "import { x } from '#contract/user.ts';"],
    ['a rule that knows a browser library', 'src/domain/a.ts', "import { x } from 'react';"],
    ['a schema that knows a machine', 'src/contract/a.ts', "export * from '../../machines/appMachine.ts';"],
    ['a machine that runs a schema', 'machines/a.ts', "import { userSchema } from '#contract/user.ts';"],
    ['a machine that knows React', 'machines/a.ts', "import { useState } from 'react';"],
    ['an effect that knows the router', 'src/web/effects/a.ts', "import { useNavigate } from 'react-router-dom';"],
    ['a view that calls the API', 'src/web/pages/a.tsx', "import { find } from '../api/movies.ts';"],
    ['a view that binds effects', 'src/web/components/a.tsx', "const x = import('../effects/boundApp.ts');"],
    ['a view that knows the type of a client', 'src/web/shell/a.tsx', "type C = import('../api/client.ts').Client;"],
    ['a view that sees the running product', 'src/web/pages/a.tsx', "import '../runtime/RuntimeContext.ts';"],
    ['a view that sees its type', 'src/web/components/a.tsx', "import type { Runtime } from '../runtime/startApp.ts';"],
    ['a view that starts an actor', 'src/web/pages/a.tsx', "import '../runtime/usePageActor.ts';"],
    ['a view that knows the routes', 'src/web/shell/a.tsx', "import { pageAt } from '../app/pages.ts';"],
    ['a component that knows the frame', 'src/web/components/a.tsx', "import { Shell } from '../shell/Shell.tsx';"],
    ['a component that knows a page', 'src/web/components/a.tsx', "import('../pages/home/HomePage.tsx');"],
    [
      'a page that knows the frame',
      'src/web/pages/a.tsx',
      "import type { mainNavigation } from '../shell/navigation.ts';",
    ],
    [
      'a hook that knows a view',
      'src/web/runtime/hooks/a.ts',
      "import type { Notice } from '../../components/Notice.tsx';",
    ],
    ['a start that knows a hook', 'src/web/runtime/a.ts', "import { useZone } from './hooks/worldHooks.ts';"],
    [
      'an effect that knows who started it',
      'src/web/effects/a.ts',
      "import type { Runtime } from '../runtime/startApp.ts';",
    ],
    ['a runtime that runs a machine', 'src/web/runtime/a.ts', "import { appMachine } from '#machines/appMachine.ts';"],
    ['a server that knows a machine', 'src/server/app.ts', "import type { A } from '#machines/appMachine.ts';"],
    ['a plugin that knows a route', 'src/server/http/a.ts', "import { apiRoutes } from '../routes/apiRoutes.ts';"],
    [
      'a plugin that knows the type of a feed',
      'src/server/http/a.ts',
      "type L = import('../feeds/liveSeats.ts').LiveSeats;",
    ],
    ['a sign-in that knows a plugin', 'src/server/auth/a.ts', "import { parseInput } from '../http/parseInput.ts';"],
    ['an entity that knows who asks', 'src/server/store/a.ts', "import { hash } from '../auth/passwords.ts';"],
    ['a database that knows an entity', 'src/server/db/a.ts', "import { findMovie } from '../store/movies.ts';"],
    ['a refusal that knows the database', 'src/server/errors/a.ts', "import type { Schema } from '../db/schema.ts';"],
    ['a route that knows the application', 'src/server/routes/a.ts', "import { createApp } from '../app.ts';"],
    ['a product that knows the demo account', 'src/server/main.ts', "import './demoAccount.ts';"],
    ['a recording that knows an effect', 'src/recording/a.ts', "import '../web/effects/saveFile.ts';"],
    ['a tool that knows the server', 'src/tooling/a.ts', "import '../server/main.ts';"],
    ['an import without its extension', 'src/web/api/a.ts', "import { x } from './client';"],
  ])('%s would be seen', (_, path, source) => {
    expect(wrongImports(path, source)).toHaveLength(1);
  });

  test('a machine may know the types of the wire', () => {
    expect(wrongImports('machines/a.ts', "import type { User } from '#contract/user.ts';")).toEqual([]);
  });
});

describe('house style: no file imports itself, however long the way round', () => {
  test('no source file stands in an import circle, types included', () => {
    const graph = new Map(sources.map(({ path, source }) => [path, importsOf(path, source).map(({ file }) => file)]));
    expect(filesInCircles(graph)).toEqual([]);
  });

  test('a circle of types would be seen, and who only leads to it or follows from it not be blamed', () => {
    const sourceOf = {
      'src/domain/above.ts': "import { a } from './a.ts';",
      'src/domain/a.ts': "import type { B } from './b.ts';",
      'src/domain/b.ts': "export type C = import('./c.ts').C;",
      'src/domain/c.ts': "export type { A } from './a.ts'; import { below } from './below.ts';",
      'src/domain/below.ts': '',
    };
    const graph = new Map(
      Object.entries(sourceOf).map(([path, source]) => [path, importsOf(path, source).map(({ file }) => file)]),
    );
    expect(filesInCircles(graph)).toEqual(['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts']);
  });
});

describe('house style: a view draws and sends, it has no effects', () => {
  const drawn = sources.filter(({ path }) => VIEWS.some((folder) => path.startsWith(`${folder}/`)));

  test('no view uses useEffect', () => {
    expect(drawn.length).toBeGreaterThan(20);
    expect(drawn.filter(({ path, source }) => usesName(path, source, 'useEffect')).map(({ path }) => path)).toEqual([]);
  });

  test.each(["import { useEffect } from 'react';", 'React.useEffect(() => {});', 'useEffect(() => {});'])(
    '%s would be seen',
    (source) => {
      expect(usesName('src/web/pages/a.tsx', source, 'useEffect')).toBe(true);
    },
  );

  test('a comment or a text that names it would not', () => {
    expect(usesName('src/web/pages/a.tsx', "// useEffect\nconst a = 'useEffect';", 'useEffect')).toBe(false);
  });
});

describe('house style: code fetched on demand says that it could not be had', () => {
  const bare = /\blazy\(\s*(?:async\s*)?\(/;

  test('no view or page is fetched past onDemand', () => {
    expect(sources.filter(({ source }) => bare.test(source)).map(({ path }) => path)).toEqual([]);
  });

  test('one that is would be seen', () => {
    expect(bare.test("const Dialog = lazy(() => import('./Dialog.tsx'));")).toBe(true);
    expect(bare.test("const Dialog = lazy(onDemand(() => import('./Dialog.tsx')));")).toBe(false);
  });
});

/** The layers of a folder whose rooms stand on floors: each may import the rooms of lower floors and what lies outside. */
function floors(folder: string, rooms: readonly (readonly string[])[], outside: readonly string[]) {
  const paths = rooms.map((floor) => floor.map((room) => `${folder}/${room}`));
  return Object.fromEntries(
    paths.flatMap((floor, height) =>
      floor.map((path) => [path, { to: [...paths.slice(0, height).flat(), ...outside] }] as const),
    ),
  );
}

/** The files in an import circle, or on the way from one to another: what stays when all that none imports, or that import none, are taken away. */
function filesInCircles(imports: ReadonlyMap<string, readonly (string | undefined)[]>): string[] {
  const left = new Map(imports);
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    const imported = new Set([...left.values()].flat());
    for (const [path, files] of left) {
      if (!imported.has(path) || !files.some((file) => file !== undefined && left.has(file))) left.delete(path);
    }
  }
  return [...left.keys()].toSorted();
}

function layerOf(path: string): string | undefined {
  return Object.keys(LAYERS).find((layer) => path === layer || path.startsWith(`${layer}/`));
}

function wrongImports(path: string, source: string): string[] {
  const layer = layerOf(path);
  const arrows = layer === undefined ? undefined : LAYERS[layer];
  if (arrows === undefined) return [`${path} stands in no layer`];
  return importsOf(path, source)
    .filter(({ specifier, file, typeOnly }) => {
      if (file === undefined) return arrows.packages?.test(specifier) === false;
      if (!existsSync(join(root, file))) return true;
      const target = layerOf(file);
      if (target === undefined) return true;
      return (
        target !== layer && !arrows.to.includes(target) && !(typeOnly && arrows.typesOf?.includes(target) === true)
      );
    })
    .map(({ specifier, typeOnly }) => `${path} imports ${typeOnly ? 'a type of ' : ''}${specifier}`);
}

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ENTRY = /\/src\/web\/main\.ts$/;
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;
const VIEWS = /\/src\/web\/app\/drawApp\.tsx$/;
const STYLE = /\.css$/;
const LUXON = /\/node_modules\/luxon\//;
const MACHINE = /\/machines\/\w+\.ts$/;
const ROUTER = /\/node_modules\/react-router\//;
const ON_EVERY_PAGE = /\/src\/web\/components\/(?:Poster|PlayMark|Link)\.(?:tsx|css\.ts)|rolldown\/runtime\.js$/;
const SET_ON_COMPONENT = /^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm;
const DESCRIPTION = /^\s*description:\s*'(?:[^'\\]|\\.)*',?$/gm;
const LAYOUT_ENGINE = /\/node_modules\/elkjs\//;
const REQUIRE = /"function"==typeof require&&require/g;
const ONLY_MAKES = /= (?=React\d*\.(?:createContext|forwardRef|memo)\(|new Set\(|Object\.getOwnPropertyNames\()/g;
const INLINE_DESCRIPTION = /description: '(?:[^'\\]|\\.)*',? ?/g;
const REACT_NAMES = ['React', ...Array.from({ length: 12 }, (_, index) => `React${index + 2}`)];

/** The router without its warnings for developers, which its package does not offer to a bundler. */
export const routerForVisitors = fileURLToPath(new URL('../production/index.mjs', import.meta.resolve('react-router')));

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

/** Calls that only make a component or a context: a router part that nothing uses is left out with them. */
export const pureReactCalls = REACT_NAMES.flatMap((react) =>
  ['createContext', 'forwardRef', 'memo', 'lazy'].map((call) => `${react}.${call}`),
).concat('createContext', 'forwardRef');

/**
 * Three chunks for all that the first page needs, so that none is a long task: the machines and what moves them, React,
 * and the views, with one stylesheet; one for luxon; the rest as the lazy pages split it.
 */
export const chunks = {
  groups: [
    { name: 'luxon', test: LUXON, priority: 3 },
    { name: 'react', test: REACT, priority: 2 },
    {
      debugName: 'main',
      name: (id: string, graph: ModuleGraph) => (isInEntry(id, graph) ? 'main' : null),
      priority: 1,
    },
    { debugName: 'views', name: (id: string, graph: ModuleGraph) => (isOnEveryPage(id, graph) ? 'views' : null) },
  ],
};

/** Leaves the machines' descriptions, which are for readers of the source, out of what a browser loads. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: MACHINE },
      handler: (code) => ({ code: code.replace(DESCRIPTION, '').replace(INLINE_DESCRIPTION, ''), map: null }),
    },
  };
}

/**
 * Leaves out the names that the router's components carry for development tools, and says which of its calls
 * only make something: what nothing uses is then left out whole.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({
        code: code.replace(SET_ON_COMPONENT, '').replace(ONLY_MAKES, '= /* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}

/** Tells the layout engine that a browser has no `require`: the stand-in for it would be part of the first load. */
export function withoutRequire(): Plugin {
  return {
    name: 'without-require',
    apply: 'build',
    transform: {
      filter: { id: LAYOUT_ENGINE },
      handler: (code) => ({ code: code.replace(REQUIRE, 'false'), map: null }),
    },
  };
}

function isInEntry(id: string, graph: ModuleGraph): boolean {
  return isNeededBy(ENTRY, id, graph) || (STYLE.test(id) && isOnEveryPage(id, graph));
}

function isOnEveryPage(id: string, graph: ModuleGraph): boolean {
  return isNeededBy(VIEWS, id, graph) || isNeededBy(ON_EVERY_PAGE, id, graph);
}

function isNeededBy(first: RegExp, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (first.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isNeededBy(first, importer, graph, seen)) === true;
}

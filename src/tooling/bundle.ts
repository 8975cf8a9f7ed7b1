import type { Plugin } from 'vite';

const REACT = /\/node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler)\//;
const ENTRY = /\/src\/web\/main\.ts$/;
const DOOR = /\/src\/web\/door\/main\.tsx$/;
const VIEWS = /\/src\/web\/rendering\/renderApp\.tsx$/;
const ON_MOST_PAGES =
  /\/src\/(?:web\/components\/(?:Button|Notice|Poster)\.(?:tsx|css\.ts)|domain\/movies\.ts|messages\/\w+\/shared\.ts)$/;
const STYLE = /^(?!.*\/inspectorOptions\/).*\.css$/;
const LAYOUT_OF_DIAGRAMS = /\/node_modules\/elkjs\//;
const LUXON = /\/node_modules\/luxon\//;
/** The module that needs luxon at once. It imports other scripts of its language, so luxon stays the same file in every language. */
const CALENDAR = /\/src\/domain\/calendar\.ts$/;
const PAGE = /\/src\/web\/pages\/\w+\/\w+Page\.tsx$/;
/** The public pages and the shell. */
const PUBLIC = /\/src\/web\/(?:pages\/(?:about|home|movie|movies|notFound)|layout)\//;
const OURS = /\/(?:src|machines)\/.*\.tsx?$/;
const MACHINE = /\/machines\/\w+\.ts$/;
const DESCRIPTION = /^\s*description:\s*'(?:[^'\\]|\\.)*',?$/gm;
const INLINE_DESCRIPTION = /description: '(?:[^'\\]|\\.)*',? ?/g;
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';
const COMPILED_AHEAD = new Set(['react', 'main', 'views', 'MoviePage']);

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

/**
 * How the build splits the client into files. All pages share one stylesheet. React and its router seldom change, and few pages need
 * luxon: each is a separate script. `main` (the entry and its imports) and `views` are separate scripts, so that a browser evaluates
 * each in its own task. Modules that several pages share are in one script, or in a second one if only pages of signed-in users
 * share them, instead of many small scripts. elkjs, which only the inspector loads, is the same file in every language. All other code is split by the lazy imports of the pages. The door is one script, without
 * the router, which only its inspector needs.
 */
export const chunks = {
  groups: [
    { name: 'style', test: STYLE, priority: 5 },
    {
      debugName: 'door',
      test: /^(?!.*\/react-router)/,
      priority: 4,
      name: (id: string, graph: ModuleGraph) => (isNeededBy(DOOR, id, graph) ? 'door' : null),
    },
    { name: 'react', test: REACT, priority: 3 },
    {
      debugName: 'main and views',
      priority: 2,
      name: (id: string, graph: ModuleGraph) => {
        if (isNeededBy(ENTRY, id, graph)) return 'main';
        return isNeededBy(VIEWS, id, graph) || isNeededBy(ON_MOST_PAGES, id, graph) ? 'views' : null;
      },
    },
    { name: 'elk', test: LAYOUT_OF_DIAGRAMS, priority: 2 },
    { name: 'luxon', test: LUXON, priority: 2 },
    { name: 'calendar', test: CALENDAR, priority: 2 },
    {
      debugName: 'shared by pages',
      test: OURS,
      priority: 1,
      name: (id: string, graph: ModuleGraph) =>
        pagesThatNeed(id, graph).length > 1 && isNeededBy(PUBLIC, id, graph) ? 'shared' : null,
    },
    {
      debugName: 'shared by pages of signed-in users',
      test: OURS,
      name: (id: string, graph: ModuleGraph) => (pagesThatNeed(id, graph).length > 1 ? 'personal' : null),
    },
  ],
};

/**
 * Adds V8's compile hint to the scripts that the first tap needs. Browsers that support the hint compile all functions of a script in
 * the background while it downloads; otherwise they compile each function at its first call, which delays the first tap.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // Runs last: the hint works only in the first line, and Vite adds a line above it.
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && COMPILED_AHEAD.has(file.name)) file.code = `${COMPILE_HINT}\n${file.code}`;
        }
      },
    },
  };
}

/** Removes the machines' descriptions, which are for developers, from the browser's code. Matches single-quoted strings only. */
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

function isNeededBy(first: RegExp, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (first.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isNeededBy(first, importer, graph, seen)) === true;
}

function pagesThatNeed(id: string, graph: ModuleGraph, seen = new Set<string>()): readonly string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  if (PAGE.test(id)) return [id];
  return (graph.getModuleInfo(id)?.importers ?? []).flatMap((importer) => pagesThatNeed(importer, graph, seen));
}

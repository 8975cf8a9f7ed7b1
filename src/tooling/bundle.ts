import type { Plugin } from 'vite';

const REACT = /\/node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler)\//;
const ENTRY = /\/src\/web\/main\.ts$/;
const VIEWS = /\/src\/web\/app\/renderApp\.tsx$/;
const ON_MOST_PAGES =
  /\/src\/(?:web\/components\/(?:ButtonLink|Notice|PlayMark|Poster)\.(?:tsx|css\.ts)|domain\/movies\.ts)$/;
const STYLE = /^(?!.*\/inspect(?:or|ion)\/).*\.css$/;
/** Modules that reckon in the cinema's time are of no use without luxon, and come with it. */
const LUXON = /\/node_modules\/luxon\/|\/src\/domain\/calendar\.ts$/;
const PAGE = /\/src\/web\/pages\/\w+\/\w+Page\.tsx$/;
/** The pages that need no session, and what the shell opens over any page. */
const FOR_EVERYBODY = /\/src\/web\/(?:pages\/(?:about|home|movie|movies|notFound)|shell)\//;
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
 * One stylesheet for every page; React and its router, which seldom change, and luxon, which few pages need, apart. The machines and the views
 * of every page are scripts of their own, so that a browser reads each in a task of its own. What several pages share is one script
 * instead of one for each few that share a module, and another for what only pages of signed-in visitors share; the rest as the
 * lazy pages split it.
 */
export const chunks = {
  groups: [
    { name: 'style', test: STYLE, priority: 4 },
    { name: 'react', test: REACT, priority: 3 },
    {
      debugName: 'main and views',
      priority: 2,
      name: (id: string, graph: ModuleGraph) => {
        if (isNeededBy(ENTRY, id, graph)) return 'main';
        return isNeededBy(VIEWS, id, graph) || isNeededBy(ON_MOST_PAGES, id, graph) ? 'views' : null;
      },
    },
    { name: 'luxon', test: LUXON, priority: 2 },
    {
      debugName: 'what pages share',
      test: OURS,
      priority: 1,
      name: (id: string, graph: ModuleGraph) =>
        pagesThatNeed(id, graph).length > 1 && isNeededBy(FOR_EVERYBODY, id, graph) ? 'shared' : null,
    },
    {
      debugName: 'what pages of signed-in visitors share',
      test: OURS,
      name: (id: string, graph: ModuleGraph) => (pagesThatNeed(id, graph).length > 1 ? 'personal' : null),
    },
  ],
};

/**
 * Asks browsers that know it to compile these scripts whole while they come, beside the page's own work: what is not compiled then
 * is compiled when it is first called, and the first tap calls much of it. The scripts themselves stand as they are.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // Vite puts a line of its own before a script, and this one is heard on top only.
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && COMPILED_AHEAD.has(file.name)) file.code = `${COMPILE_HINT}\n${file.code}`;
        }
      },
    },
  };
}

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

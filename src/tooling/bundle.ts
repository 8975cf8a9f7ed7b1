import type { Plugin } from 'vite';

const ENTRY = /\/src\/web\/main\.ts$/;
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;
const VIEWS = /\/src\/web\/app\/drawApp\.tsx$/;
const STYLE = /\.css$/;
const LUXON = /\/node_modules\/luxon\//;
const MACHINE = /\/machines\/\w+\.ts$/;
const DESCRIPTION = /^\s*description:\s*'(?:[^'\\]|\\.)*',?$/gm;
const INLINE_DESCRIPTION = /description: '(?:[^'\\]|\\.)*',? ?/g;
const ON_EVERY_PAGE = /\/src\/web\/components\/(?:Poster|PlayMark|Link)\.(?:tsx|css\.ts)|rolldown\/runtime\.js$/;

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

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

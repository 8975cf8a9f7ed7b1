const ENTRY = /\/src\/web\/main\.tsx$/;
const LUXON = /\/node_modules\/luxon\//;

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[]; readonly importers: readonly string[] } | null;
}

/** One chunk for all that the first page needs, one for luxon; the rest as the lazy pages split it. */
export const chunks = {
  groups: [
    { name: 'luxon', test: LUXON, priority: 1 },
    { name: (id: string, graph: ModuleGraph) => (isInEntry(id, graph) ? 'main' : null) },
  ],
};

function isInEntry(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (ENTRY.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isInEntry(importer, graph, seen)) === true;
}

import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { projectRoot } from './projectRoot.ts';

const files = v.optional(v.array(v.string()), []);
const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    imports: files,
    dynamicImports: files,
    css: files,
    assets: files,
  }),
);

/** Reads Vite's manifest in dist: files and imports of each chunk, by the path of its module. */
export function readManifest(): v.InferOutput<typeof manifestSchema> {
  return v.parse(manifestSchema, readJson('dist/.vite/manifest.json'));
}

/** Reads a JSON file. The path starts at the project's root. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${projectRoot}/${path}`, 'utf8'));
}

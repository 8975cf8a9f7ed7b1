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

/** The build's manifest: the files of each module and the modules it imports, by the module's path. */
export function readManifest(): v.InferOutput<typeof manifestSchema> {
  return v.parse(manifestSchema, readJson('dist/.vite/manifest.json'));
}

/** The content of a JSON file of this project. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${projectRoot}/${path}`, 'utf8'));
}

import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { basePath, type Language } from '#domain/languages.ts';
import { projectRoot } from './projectRoot.ts';

const files = v.optional(v.array(v.string()), []);
const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    imports: files,
    dynamicImports: files,
    assets: files,
  }),
);

/**
 * Reads Vite's manifest of a language's pages in dist, or of its door: files and imports of each chunk, by the path of its module.
 * @param app the path of the app within the language
 */
export function readManifest(language: Language, app = ''): v.InferOutput<typeof manifestSchema> {
  return v.parse(manifestSchema, readJson(`dist${basePath(language)}${app}/.vite/manifest.json`));
}

/** Reads a JSON file. The path starts at the project's root. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${projectRoot}/${path}`, 'utf8'));
}

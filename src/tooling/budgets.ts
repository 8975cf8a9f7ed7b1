import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import * as v from 'valibot';
import { LANGUAGES } from '#domain/languages.ts';
import { DOOR } from '#domain/doorPath.ts';
import { readJson, readManifest } from './manifest.ts';
import { projectRoot } from './projectRoot.ts';

const budgetSchema = v.object({
  name: v.string(),
  language: v.optional(v.picklist(LANGUAGES), LANGUAGES[0]),
  /** The path of an app of its own. */
  app: v.optional(v.literal(DOOR)),
  modules: v.array(v.string()),
  without: v.array(v.string()),
  kilobytes: v.number(),
});
const packageSchema = v.object({ budgets: v.array(budgetSchema) });

const CONTENT_HASH = /(?<=\w)-[\w-]{8}(?=\.(?:js|css)\b)/g;

const { budgets } = v.parse(packageSchema, readJson('package.json'));

let exceeded = false;
for (const { name, language, app, modules, without, kilobytes } of budgets) {
  const manifest = readManifest(language, app);
  const excluded = filesOf(manifest, without);
  const files = [...filesOf(manifest, modules)].filter((file) => !excluded.has(file));
  const size = files.reduce((total, file) => total + brotliSize(file), 0) / 1024;

  const fits = size <= kilobytes;
  exceeded ||= !fits;
  const over = fits ? '' : `, ${Math.ceil((size - kilobytes) * 1024)} bytes over \`budgets\` in package.json`;
  process.stdout.write(
    `${fits ? 'ok  ' : 'OVER'} ${name}: ${size.toFixed(1)} of ${kilobytes} KB (1024 bytes) brotli${over}\n`,
  );
}
if (exceeded) process.exitCode = 1;

function filesOf(
  manifest: ReturnType<typeof readManifest>,
  modules: readonly string[],
  found = new Set<string>(),
): Set<string> {
  for (const key of modules) {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
    if (chunk === undefined) throw new Error(`The build has no chunk ${key}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(manifest, chunk.imports, found);
  }
  return found;
}

/** The size in bytes, without the content hashes: those of other chunks differ after each change, and do not compress equally well. */
function brotliSize(file: string): number {
  const bytes = readFileSync(`${projectRoot}/dist/${file}`, 'latin1');
  return brotliCompressSync(Buffer.from(bytes.replaceAll(CONTENT_HASH, ''), 'latin1')).length;
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build, defaultClientConditions } from 'vite';
import { basePath, serviceWorkerPath, type Language } from '#domain/languages.ts';
import { languageCondition } from './bundleDocument.ts';
import { readManifest } from './manifest.ts';
import { projectRoot } from './projectRoot.ts';

const STYLESHEET = 'style.css';
const INSPECTOR = 'src/web/inspectorOptions/inspectProduct.ts';

/** Builds a language's service worker with the list of files that it precaches: index.html, scripts, styles and fonts. */
export async function buildServiceWorker(language: Language): Promise<void> {
  const shell = `${basePath(language)}/index.html`;
  const document = readFileSync(`${projectRoot}/dist${shell}`);
  const precached = [
    { url: shell, revision: createHash('sha256').update(document).digest('hex') },
    ...filesOfPages(language).map((file) => ({ url: `/${file}`, revision: null })),
  ];
  await build({
    root: projectRoot,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { conditions: [languageCondition(language), ...defaultClientConditions] },
    define: {
      'import.meta.env.PRECACHED_FILES': JSON.stringify(JSON.stringify(precached)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/web/serviceWorker.ts',
        output: { format: 'iife', entryFileNames: serviceWorkerPath(language).slice(1) },
      },
    },
  });
}

function filesOfPages(language: Language): string[] {
  const manifest = readManifest(language);
  // The manifest lists the fonts of the stylesheet with any script.
  const files = new Set(Object.values(manifest).flatMap(({ assets }) => assets));
  const seen = new Set([INSPECTOR]);
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  visit(STYLESHEET);
  Object.entries(manifest).forEach(([key, { name }]) => name === 'main' && visit(key));
  return [...files];
}

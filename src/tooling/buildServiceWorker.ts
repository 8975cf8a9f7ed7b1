import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build, defaultClientConditions } from 'vite';
import { basePath, doorWorkerPath, serviceWorkerPath, type Language } from '#domain/languages.ts';
import { DOOR } from '#domain/doorPath.ts';
import { languageCondition } from './bundleDocument.ts';
import { readManifest } from './manifest.ts';
import { projectRoot } from './projectRoot.ts';

const STYLESHEET = 'style.css';
const INSPECTORS = ['src/web/inspectorOptions/inspectProduct.ts', 'src/web/inspectorOptions/inspectDoor.ts'];

interface Worker {
  readonly source: string;
  readonly path: string;
  /** The URL of the document that it precaches, and its file in dist. */
  readonly document: { readonly url: string; readonly file: string };
  /** The scripts, styles and fonts that it precaches, in dist. */
  readonly files: readonly string[];
}

/** Builds a language's service worker with the list of files that it precaches: index.html, scripts, styles and fonts. */
export async function buildServiceWorker(language: Language): Promise<void> {
  const shell = `${basePath(language)}/index.html`;
  await buildWorker(language, {
    source: 'src/web/serviceWorker.ts',
    path: serviceWorkerPath(language),
    document: { url: shell, file: shell },
    files: filesOf(readManifest(language), 'main'),
  });
}

/** Builds the service worker of a language's door, which precaches all files of the door except its inspector. */
export async function buildDoorWorker(language: Language): Promise<void> {
  const url = basePath(language) + DOOR;
  await buildWorker(language, {
    source: 'src/web/door/doorWorker.ts',
    path: doorWorkerPath(language),
    document: { url, file: `${url}/index.html` },
    files: filesOf(readManifest(language, DOOR), 'door'),
  });
}

async function buildWorker(language: Language, { source, path, document, files }: Worker): Promise<void> {
  const html = readFileSync(`${projectRoot}/dist${document.file}`);
  const precached = [
    { url: document.url, revision: createHash('sha256').update(html).digest('hex') },
    ...files.map((file) => ({ url: `/${file}`, revision: null })),
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
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: path.slice(1) } },
    },
  });
}

/** The stylesheet, the fonts, and all scripts that the script with this name loads, except the inspector. */
function filesOf(manifest: ReturnType<typeof readManifest>, entry: string): string[] {
  // The manifest lists the fonts of the stylesheet with any script.
  const files = new Set(Object.values(manifest).flatMap(({ assets }) => assets));
  const seen = new Set(INSPECTORS);
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  visit(STYLESHEET);
  Object.entries(manifest).forEach(([key, { name }]) => name === entry && visit(key));
  return [...files];
}

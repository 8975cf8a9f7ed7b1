import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'vite';
import { readManifest } from './manifest.ts';
import { projectRoot } from './projectRoot.ts';

const INSPECTOR = 'src/web/inspectorOptions/inspectProduct.ts';

/** Builds the service worker with the list of files that it precaches: index.html, scripts, styles and fonts. */
export async function buildServiceWorker(): Promise<void> {
  const document = readFileSync(`${projectRoot}/dist/index.html`);
  const precached = [
    { url: '/index.html', revision: createHash('sha256').update(document).digest('hex') },
    ...filesOfPages().map((file) => ({ url: `/${file}`, revision: null })),
  ];
  await build({
    root: projectRoot,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      'import.meta.env.PRECACHED_FILES': JSON.stringify(JSON.stringify(precached)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/web/serviceWorker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

function filesOfPages(): string[] {
  const manifest = readManifest();
  const files = new Set<string>();
  const seen = new Set([INSPECTOR]);
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...chunk.css, ...chunk.assets]) files.add(file);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  Object.entries(manifest).forEach(([key, { name }]) => name === 'main' && visit(key));
  return [...files];
}

import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import sharp from 'sharp';
import { buildServiceWorker } from './buildServiceWorker.ts';
import { buildSbom } from './buildSbom.ts';
import { projectRoot } from './projectRoot.ts';

const COMPRESSIBLE = 'dist/**/*.{js,css,svg,json}';

/**
 * Builds the pages, the service worker, the server's renderer, the posters as PNG and the bill of materials into dist, and
 * compresses text files with brotli and gzip. Removes dist when the build fails.
 */
export async function buildPages(): Promise<void> {
  try {
    await build({ root: projectRoot, logLevel: 'warn' });
    await buildServiceWorker();
    await buildServerRendering();
    await buildSbom(`${projectRoot}/dist/.server/sbom.cdx.json`);
    await buildSharedPosters();
    await Promise.all(globSync(COMPRESSIBLE, { cwd: projectRoot }).map((path) => compress(`${projectRoot}/${path}`)));
  } catch (error) {
    await rm(`${projectRoot}/dist`, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Builds the views for the server, which renders documents. */
async function buildServerRendering(): Promise<void> {
  await build({
    root: projectRoot,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/web/rendering/renderDocument.tsx',
      outDir: 'dist/.server',
      emptyOutDir: true,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}

/** Writes a PNG beside each SVG poster of the build, because chats and search engines do not render SVG. */
async function buildSharedPosters(): Promise<void> {
  const posters = globSync('dist/posters/*.svg', { cwd: projectRoot });
  await Promise.all(
    posters.map((path) =>
      sharp(`${projectRoot}/${path}`)
        .resize({ width: 800 })
        .png({ palette: true })
        .toFile(`${projectRoot}/${path.replace(/\.svg$/, '.png')}`),
    ),
  );
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  await writeFile(
    `${path}.br`,
    await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
}

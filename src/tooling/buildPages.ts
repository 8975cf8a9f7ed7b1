import { globSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type InlineConfig } from 'vite';
import sharp from 'sharp';
import { basePath, LANGUAGES, type Language } from '#domain/languages.ts';
import { DOOR } from '#domain/doorPath.ts';
import { DOOR_DOCUMENT, languageCondition } from './bundleDocument.ts';
import { buildDoorWorker, buildServiceWorker } from './buildServiceWorker.ts';
import { buildSbom } from './buildSbom.ts';
import { assertMessages } from './messageFolders.ts';
import { projectRoot } from './projectRoot.ts';

/** Dots per inch at which the SVG posters, 400 px wide at 72, are as wide as the largest raster image. */
const POSTER_DENSITY = 144;
const COMPRESSIBLE = 'dist/**/*.{js,css,svg,json}';

/**
 * Builds the pages, the door, their service workers and the server's renderer of every language, the posters as raster images and the
 * bill of materials into dist, and compresses text files with brotli and gzip. Removes dist when the build fails.
 */
export async function buildPages(): Promise<void> {
  for (const language of LANGUAGES) assertMessages(language);
  try {
    for (const language of LANGUAGES) {
      await buildClient(language);
      await buildServiceWorker(language);
      await buildDoor(language);
      await buildDoorWorker(language);
      await buildServerRendering(language);
    }
    await buildSbom(`${projectRoot}/dist/.server/sbom.cdx.json`);
    await buildRasterPosters();
    await Promise.all(globSync(COMPRESSIBLE, { cwd: projectRoot }).map((path) => compress(`${projectRoot}/${path}`)));
  } catch (error) {
    await rm(`${projectRoot}/dist`, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Builds the pages of a language. Languages share the folder of hashed files, because many files are the same in each. */
async function buildClient(language: Language): Promise<void> {
  const isFirst = language === LANGUAGES[0];
  const folder = `${projectRoot}/dist${basePath(language)}`;
  await build({
    ...optionsOf(language),
    ...(!isFirst && { publicDir: false }),
    build: { outDir: folder, emptyOutDir: isFirst },
  });
  if (!isFirst) await shareAssets(folder);
}

/** Builds the door of a language apart from its pages, which would otherwise share scripts with it. */
async function buildDoor(language: Language): Promise<void> {
  const folder = `${projectRoot}/dist${basePath(language)}${DOOR}`;
  await build({
    ...optionsOf(language),
    publicDir: false,
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: { door: DOOR_DOCUMENT } } },
  });
  await rename(`${folder}/${DOOR_DOCUMENT}`, `${folder}/index.html`);
  await rm(`${folder}/src`, { recursive: true });
  await shareAssets(folder);
}

async function shareAssets(folder: string): Promise<void> {
  await cp(`${folder}/assets`, `${projectRoot}/dist/assets`, { recursive: true });
  await rm(`${folder}/assets`, { recursive: true });
}

/** Builds the views of a language for the server, which renders documents. */
async function buildServerRendering(language: Language): Promise<void> {
  await build({
    ...optionsOf(language),
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, resolve: { conditions: [languageCondition(language)] } },
    build: {
      ssr: 'src/web/rendering/renderDocument.tsx',
      outDir: `dist/.server${basePath(language)}`,
      emptyOutDir: true,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}

function optionsOf(language: Language) {
  return {
    root: projectRoot,
    logLevel: 'warn',
    resolve: { conditions: [languageCondition(language)] },
  } satisfies InlineConfig;
}

/**
 * Writes raster images beside each SVG poster of the build: a PNG, because chats and search engines do not render SVG, and AVIF files
 * for the pages (`src/web/components/Poster.tsx`).
 */
async function buildRasterPosters(): Promise<void> {
  const posters = globSync('dist/posters/*.svg', { cwd: projectRoot }).map((path) => `${projectRoot}/${path}`);
  await Promise.all(
    posters.flatMap((path) => {
      const name = path.replace(/\.svg$/, '');
      const poster = sharp(path, { density: POSTER_DENSITY });
      const png = poster.clone().resize({ width: 800 }).png({ palette: true }).toFile(`${name}.png`);
      return [400, 800]
        .map((width) =>
          poster.clone().resize({ width }).avif({ quality: 40, effort: 3 }).toFile(`${name}-${width}.avif`),
        )
        .concat(png);
    }),
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

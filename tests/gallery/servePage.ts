import { rm } from 'node:fs/promises';
import { build, preview } from 'vite';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { freshFolder } from '../server/freshFolder.ts';

interface ServedPage {
  /** The address of the page in the state of this id. */
  readonly urlOf: (stateId: string) => string;
  readonly stop: () => Promise<void>;
}

/** Builds the page that renders a state, as the product's pages are built, and serves it. */
export async function servePage(): Promise<ServedPage> {
  const outDir = await freshFolder('nobar-now-gallery-');
  const options = { root: projectRoot, logLevel: 'warn' } as const;
  const input = `${projectRoot}/tests/gallery/index.html`;
  await build({ ...options, build: { outDir, emptyOutDir: true, manifest: false, rolldownOptions: { input } } });
  const server = await preview({ ...options, build: { outDir }, preview: { port: 0 } });
  const [url = ''] = server.resolvedUrls?.local ?? [];
  return {
    urlOf: (stateId) => `${url}tests/gallery/index.html?state=${stateId}`,
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

import { globSync } from 'node:fs';
import sharp from 'sharp';
import { projectRoot } from './projectRoot.ts';

/** Writes a PNG beside each SVG poster of the build, because chats and search engines do not render SVG. */
export async function buildSharedPosters(): Promise<void> {
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

import { globSync } from 'node:fs';
import sharp from 'sharp';
import { projectRoot } from './projectRoot.ts';

/** Makes a PNG beside each built poster that is an SVG, which chats and search engines do not draw. */
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

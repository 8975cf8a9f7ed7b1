import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** The size of the pictures of a simple camera. */
const WIDTH = 640;
const HEIGHT = 480;

/** Writes a video (YUV4MPEG2) that Chromium plays as the picture of its camera: each picture as long as the others, again and again. */
export async function writeVideo(
  file: string,
  pictures: readonly Buffer[],
  { framesPerSecond, framesEach }: { readonly framesPerSecond: number; readonly framesEach: number },
): Promise<void> {
  const frames = await Promise.all(pictures.map(frameOf));
  const shown = frames.flatMap((frame) => Array.from({ length: framesEach }, () => [Buffer.from('FRAME\n'), frame]));
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${framesPerSecond}:1 Ip A1:1 C420mpeg2\n`);
  await writeFile(file, Buffer.concat([header, ...shown.flat()]));
}

/** A picture, such as the screenshot of a phone, on a table before the camera: brightness at full size, colours at half. */
async function frameOf(picture: Buffer): Promise<Buffer> {
  const { data } = await sharp(picture)
    .resize({ width: WIDTH, height: HEIGHT, fit: 'contain', background: '#806040' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luma = Buffer.alloc(WIDTH * HEIGHT);
  const [blue, red] = [Buffer.alloc(luma.length / 4), Buffer.alloc(luma.length / 4)];
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [r = 0, g = 0, b = 0] = data.subarray((y * WIDTH + x) * 3);
      luma[y * WIDTH + x] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
      if (y % 2 === 1 || x % 2 === 1) continue;
      const half = (y / 2) * (WIDTH / 2) + x / 2;
      blue[half] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
      red[half] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
    }
  }
  return Buffer.concat([luma, blue, red]);
}

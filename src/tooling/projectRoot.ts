import { resolve } from 'node:path';

/** Absolute path of the folder with package.json. */
export const projectRoot = resolve(import.meta.dirname, '../..');

import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that every started process is given beside those its test names: where programs are, and what Node compiled for the one before. */
export const COMMON_VARIABLES = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(tmpdir(), 'nobar-now-compiled'),
};

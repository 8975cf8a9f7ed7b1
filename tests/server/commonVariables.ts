import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every started process is given beside what its test names: where programs are, and what Node compiled for the one before. */
export const COMMON_VARIABLES = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(tmpdir(), 'nobar-now-compiled'),
};

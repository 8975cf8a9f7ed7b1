import { resolve } from 'node:path';

/**
 * The absolute path of a file that was named on the command line. npm changes to the folder of package.json and keeps the folder where
 * the command was typed in `INIT_CWD`.
 */
export function fileArgument(path: string): string {
  const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined;
  return resolve((isRunByNpm ? process.env['INIT_CWD'] : undefined) ?? process.cwd(), path);
}

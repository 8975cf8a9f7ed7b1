import { printable } from './report.ts';
import type { Verdict } from '../replay/checkRecording.ts';

/** Exit codes of a check. `unusable` means that the file or an argument is unusable, so the command replayed nothing. */
export const EXIT = { same: 0, different: 1, 'not comparable': 2, unusable: 3 } as const satisfies Record<
  Verdict | 'unusable',
  number
>;

/** Runs a command and sets the exit code of the process. Writes the message of an error to standard error. */
export async function exitWith(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    process.stderr.write(printable(`${error instanceof Error ? error.message : String(error)}\n`));
    process.exitCode = EXIT.unusable;
  }
}

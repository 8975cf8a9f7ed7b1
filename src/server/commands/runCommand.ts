import { readProcessEnvironment, type ServerConfig } from '../environment.ts';
import { OperatorError } from '../errors.ts';
import { surviveUnwritableOutput } from '../output/unwritableOutput.ts';

/**
 * Runs a command for operators and prints its result, or the reason why it failed. After a failure the exit code is 1, also when the
 * result cannot be printed.
 */
export async function runCommand(
  command: (environment: ServerConfig, ...given: readonly (string | undefined)[]) => Promise<string>,
): Promise<void> {
  surviveUnwritableOutput((reason) => {
    process.exitCode = 1;
    process.stderr.write(`The command is done, but its result cannot be written to standard output (${reason})\n`);
  });
  try {
    const said = await command(readProcessEnvironment(), ...process.argv.slice(2));
    process.stdout.write(`${said}\n`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(
      `${error instanceof OperatorError ? error.message : `The command failed: ${error.message}`}\n`,
    );
    process.exitCode = 1;
  }
}

import { readProcessEnvironment, type Environment } from '../environment.ts';
import { OperatorError } from '../errors/operatorError.ts';

/** Runs an operator's command and prints the sentence it returns, or why it failed; a failure ends the process with 1. */
export async function runCommand(
  command: (environment: Environment, argument: string | undefined, option: string | undefined) => Promise<string>,
): Promise<void> {
  try {
    const said = await command(readProcessEnvironment(), process.argv[2], process.argv[3]);
    process.stdout.write(`${said}\n`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${error instanceof OperatorError ? error.message : `It failed: ${error.message}`}\n`);
    process.exitCode = 1;
  }
}

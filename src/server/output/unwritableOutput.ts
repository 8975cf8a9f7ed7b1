/**
 * Lets the process go on when standard output or error cannot be written (a full disk, a closed pipe): otherwise the stream's error
 * event would end it with a stack.
 * @param onLost Called once, when standard output has lost a text.
 */
export function surviveUnwritableOutput(onLost: (reason: string) => void = () => undefined): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => onLost(error.code ?? error.message));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

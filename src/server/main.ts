import { readProcessEnvironment } from './environment.ts';
import { OperatorError } from './errors.ts';
import { startServer } from './startServer.ts';
import { surviveUnwritableOutput } from './output/unwritableOutput.ts';

const STOP_DEADLINE_MILLISECONDS = 20_000;
/** A terminal and npm both send the signal of Ctrl+C; a person needs longer to press it again. */
const SAME_SIGNAL_MILLISECONDS = 1000;
/** A service manager, Ctrl+C, a closed terminal or console, Ctrl+\ and, on Windows, Ctrl+Break. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

surviveUnwritableOutput();
try {
  const server = await startServer(readProcessEnvironment());
  let stoppedAt: number | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stoppedAt !== undefined) {
        if (performance.now() - stoppedAt > SAME_SIGNAL_MILLISECONDS) process.exit(1);
        return;
      }
      stoppedAt = performance.now();
      setTimeout(() => process.exit(1), STOP_DEADLINE_MILLISECONDS).unref();
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  process.stdout.write(`Nobar Now listens on ${server.url}\nIts data: ${server.data}\n`);
  if (server.metricsUrl !== undefined) process.stdout.write(`Metrics are read at ${server.metricsUrl}\n`);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

import { readProcessEnvironment } from './environment.ts';
import { OperatorError } from './errors.ts';
import { startServer } from './startServer.ts';

const STOP_DEADLINE_MILLISECONDS = 20_000;

try {
  const server = await startServer(readProcessEnvironment());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_DEADLINE_MILLISECONDS).unref();
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  process.stdout.write(`Nobar Now listens on ${server.url}\n`);
  if (server.metricsUrl !== undefined) process.stdout.write(`Metrics are read at ${server.metricsUrl}\n`);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { requestTarget } from '../addresses/requestTarget.ts';
import { OperatorError } from '../errors.ts';
import type { Metrics } from './metrics.ts';

/** Serves the metrics on a separate port, which visitors cannot reach. Throws an OperatorError when it cannot listen. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (requestTarget(request) !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.print().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OperatorError(`The metrics cannot be served on port ${port} of ${host} (${reason}): set METRICS_PORT`);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${actual}/metrics`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { refuseEverything } from './refuseEverything.ts';

/** Puts a server before the product whose documents refuse what a browser may refuse: for an engine whose driver runs nothing before a page. */
export async function startRefusingProxy(productUrl: string) {
  const script = `<script>(${refuseEverything.toString()})();</script>`;
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks = await Array.fromAsync(request);
    const answer = await fetch(new URL(request.url ?? '/', productUrl), {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        ['authorization', 'content-type', 'idempotency-key'].includes(name) ? [[name, String(value)]] : [],
      ),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (type.startsWith('text/event-stream')) return response.end();
    const body = Buffer.from(await answer.arrayBuffer());
    return response.end(type.startsWith('text/html') ? body.toString().replace('<head>', `<head>${script}`) : body);
  };
  const server = createServer((request, response) => void forward(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

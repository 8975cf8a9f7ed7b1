import { once } from 'node:events';
import { connect } from 'node:net';
import { measure, type Throughput } from './measure.ts';

/** A connection that sends one request at a time. It uses little processor time, so that the server is the bottleneck. */
export interface HttpClient {
  send(method: string, path: string, options: { token?: string; key?: string; body: unknown }): Promise<number>;
  /** Requests a file and accepts brotli, as browsers do. */
  get(path: string): Promise<number>;
  close(): void;
}

/** Measures requests of concurrent clients, each with its own connection, until `turns` requests are done. */
export async function measureRequests(
  url: string,
  clients: number,
  turns: number,
  send: (turn: number, client: HttpClient) => Promise<void>,
): Promise<Throughput> {
  const connections = await Promise.all(Array.from({ length: clients }, () => openHttpClient(url)));
  const throughput = await measure(clients, turns, async (turn, client) => {
    const connection = connections[client];
    if (connection !== undefined) await send(turn, connection);
  });
  for (const connection of connections) connection.close();
  return throughput;
}

export async function openHttpClient(url: string): Promise<HttpClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  let received = '';
  let answered: ((status: number) => void) | undefined;
  socket.on('data', (text: string) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (end < 0 || received.length < end + 4 + length) return;
    const status = Number(received.slice(9, 12));
    received = received.slice(end + 4 + length);
    answered?.(status);
  });
  const request = (text: string) => {
    socket.write(text);
    return new Promise<number>((resolve) => (answered = resolve));
  };
  return {
    send(method, path, { token, key, body }) {
      const payload = JSON.stringify(body);
      const lines = [
        `${method} /api/${path} HTTP/1.1`,
        'host: bench',
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(payload)}`,
        ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
        ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
      ];
      return request(`${lines.join('\r\n')}\r\n\r\n${payload}`);
    },
    get: (path) => request(`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n`),
    close: () => socket.destroy(),
  };
}

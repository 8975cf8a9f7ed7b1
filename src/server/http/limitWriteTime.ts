import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const MAX_CHECK_MILLISECONDS = 2000;

/** The bytes that a client has read so far, and since when it has read no more (`performance.now()`). */
interface Progress {
  readonly taken: number;
  readonly since: number;
}

/**
 * Closes connections whose client reads nothing for `timeoutMilliseconds` while the server has data to send, even if the client
 * keeps sending. Otherwise such a client would occupy the kernel's memory and would never count as idle (reliability 36).
 */
export function limitWriteTime(server: Server, timeoutMilliseconds: number): void {
  const sockets = new Map<Socket, Progress | undefined>();

  server.on('connection', (socket: Socket) => {
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
  });

  function check(): void {
    const now = performance.now();
    for (const [socket, before] of sockets) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0) sockets.set(socket, undefined);
      else if (before?.taken !== taken) sockets.set(socket, { taken, since: now });
      else if (now - before.since >= timeoutMilliseconds) socket.destroy();
    }
  }

  const checking = setInterval(check, Math.min(MAX_CHECK_MILLISECONDS, timeoutMilliseconds / 4)).unref();
  server.once('close', () => clearInterval(checking));
}

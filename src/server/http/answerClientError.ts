import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE, type Problem } from '#contract/problem.ts';
import { ApiError, refuseField } from '../errors.ts';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The page for a browser whose request headers are too large. It is only HTML, because requests for scripts would fail as well. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light">
<title>Request too large · Nobar Now</title></head>
<body><h1>The request is too large</h1>
<p>The link may be too long. If other links fail as well, remove the cookies of this site in your browser.</p>
<p><a href="/">Go to Nobar Now</a></p></body></html>`;

interface ClientError extends Error {
  readonly code?: string;
  /** The bytes that could not be parsed: a Buffer, although Fastify declares another type. */
  readonly rawPacket?: unknown;
}

/**
 * Responds to invalid HTTP, headers that are too large and clients that are too slow, then closes the connection
 * (reliability 20 and 36).
 */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusLine = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  const status = Number(statusLine.slice(0, 3));
  const isPage = status === 431 && !isCall(error);
  const body = isPage ? PAGE : JSON.stringify({ ...problemOf(status), status });
  socket.end(
    [
      `HTTP/1.1 ${statusLine}`,
      `content-type: ${isPage ? 'text/html' : PROBLEM_MEDIA_TYPE}; charset=utf-8`,
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      "content-security-policy: default-src 'none'",
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Whether these bytes begin an API request. Unknown, and so false, when the path came in an earlier packet. */
function isCall({ rawPacket }: ClientError): boolean {
  return (
    Buffer.isBuffer(rawPacket) && /^[A-Z]+ (?:https?:\/\/[^/ ]+)?\/api[/?]/.test(rawPacket.toString('latin1', 0, 400))
  );
}

function problemOf(status: number): Problem {
  if (status === 431) return new ApiError('payload_too_large').toProblem();
  return refuseField('request', 'The request cannot be read').toProblem();
}

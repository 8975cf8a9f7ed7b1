import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE, type Problem } from '#contract/problem.ts';
import { ApiError, refuseField } from '../errors/apiError.ts';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are not HTTP, headers beyond all measure and clients that are too slow, then hangs up (reliability 20 and 36). */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusLine = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  const status = Number(statusLine.slice(0, 3));
  const body = JSON.stringify({ ...problemOf(status), status });
  socket.end(
    [
      `HTTP/1.1 ${statusLine}`,
      `content-type: ${PROBLEM_MEDIA_TYPE}; charset=utf-8`,
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function problemOf(status: number): Problem {
  if (status === 431) return new ApiError('payload_too_large').toProblem();
  return refuseField('request', 'The request cannot be read').toProblem();
}

import SonicBoom from 'sonic-boom';

const STDOUT = 1;
const MAX_BUFFER_BYTES = 1024 * 1024;
const RETRY_MILLISECONDS = 1000;

/** Receives the lines of the log. */
export interface LogStream {
  readonly write: (line: string) => void;
  /** How many lines were dropped since the start. */
  readonly countDropped: () => number;
  /** Resolves when the buffered lines are written, or when the output refuses them or does not accept them within a second. */
  readonly close: () => Promise<void>;
}

/**
 * Writes log lines to a file descriptor without waiting for it. While the output is full, closed or broken, or nobody reads it, up to
 * 1 MiB is buffered and further lines are dropped; it tries again every second. It never throws, so that a log that cannot be
 * written does not stop the server.
 * @param fd By default standard output. Another one belongs to the stream, which closes it.
 */
export function openLogStream(fd = STDOUT): LogStream {
  const output = new SonicBoom({
    fd,
    sync: false,
    // With a minimum of 0, `periodicFlush` would not write what an earlier error left in the buffer.
    minLength: 1,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: RETRY_MILLISECONDS,
  });
  let dropped = 0;
  let isClosing = false;
  // Otherwise it would try again every second, and write to the file or connection that has got the number of the descriptor by then.
  output.on('error', () => {
    if (isClosing) output.destroy();
  });
  output.on('drop', () => {
    dropped += 1;
  });
  return {
    write: (line) => {
      if (!isClosing) output.write(line);
    },
    countDropped: () => dropped,
    close: () =>
      new Promise<void>((resolve) => {
        isClosing = true;
        const timer = setTimeout(() => resolve(), RETRY_MILLISECONDS);
        output.once('close', () => {
          clearTimeout(timer);
          resolve();
        });
        // Not `flushSync`, which would try again for ever.
        output.end();
      }),
  };
}

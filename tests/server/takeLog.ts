import { logOptions } from '../../src/server/http/logOptions.ts';

/** A log of which the lines are read. */
export function takeLog(level: string) {
  const lines: string[] = [];
  const logger = { ...logOptions(level), stream: { write: (line: string) => void lines.push(line) } };
  return { logger, lines };
}

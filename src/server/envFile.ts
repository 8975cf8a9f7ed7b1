import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OperatorError } from './errors.ts';

const LINE = /^\s*(?:#.*|(?:export\s+)?[A-Za-z_]\w*\s*=.*)?$/;

/**
 * Reads the variables of a `.env` file; none when the file does not exist. Throws an OperatorError with the file and the number
 * of the wrong line. It does not quote the line, which may contain a password.
 */
export function readEnvFile(path: string): Readonly<Record<string, string | undefined>> {
  const text = readText(path);
  const wrong = text.split(/\r?\n/).findIndex((line) => !LINE.test(line));
  if (wrong !== -1) throw new OperatorError(`Line ${wrong + 1} of ${path} must read NAME=value`);
  return parseEnv(text);
}

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return '';
    throw new OperatorError(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? `${path} is not UTF-8 text` : `${path} cannot be read (${code})`,
    );
  }
}

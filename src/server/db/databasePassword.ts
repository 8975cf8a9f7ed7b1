import { readFileSync } from 'node:fs';
import { OperatorError } from '../errors.ts';

/**
 * Adds the first line of a file as the password to a `postgres://user@host/database` URL, so that no environment variable
 * contains the password. Skips a byte order mark. Throws an OperatorError when the file cannot be read or is not UTF-8, or when
 * the URL has no user or already has a password.
 */
export function withPasswordOf(file: string, url: string | undefined): string {
  const [, before, after] = /^(\w+:\/\/[^:@/?]+)(@.*)$/.exec(url ?? '') ?? [];
  if (before === undefined || after === undefined) {
    throw new OperatorError('DATABASE_PASSWORD_FILE needs a DATABASE_URL like postgres://user@host/database');
  }
  return `${before}:${encodeURIComponent(firstLineOf(file))}${after}`;
}

function firstLineOf(file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    return text.split(/\r?\n/)[0] ?? '';
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OperatorError(`DATABASE_PASSWORD_FILE ${file} cannot be read (${reason})`);
  }
}

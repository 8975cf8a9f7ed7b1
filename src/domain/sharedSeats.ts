import { moviePath } from './paths.ts';
import type { Screening } from './showtimes.ts';

const HOLD_CODE = /^[\w-]{22}$/;

/** Whether a text can be the code of a shared hold: 128 bits in base64url. */
export function isHoldCode(text: string): boolean {
  return HOLD_CODE.test(text);
}

/** Reads the code of shared seats from a URL's `together` parameter; undefined for any text that cannot be one. */
export function readTogether(text: string | null): string | undefined {
  return text !== null && isHoldCode(text) ? text : undefined;
}

/** The path of shared seats: a film's page with a showtime and the code. */
export function sharePath({ title, date, time }: Screening, together: string): string {
  return moviePath(title, { date, time, together }).replaceAll('+', '%20');
}

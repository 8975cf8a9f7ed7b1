import * as v from 'valibot';
import { sufficientPreset } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';

/** How a film's page sends a visitor here to top up: where from, and how many rupiah are missing. */
const arrivalSchema = v.object({
  returnPath: v.pipe(v.string(), v.startsWith('/movie/')),
  shortfall: v.pipe(v.number(), v.minValue(0)),
});

/** Reads the state of the Top Up page's location: the way back to the seats, and the amount that suffices there, in rupiah. */
export function readArrival(state: unknown): {
  readonly returnPath?: string;
  readonly exit: string;
  readonly amountText: string;
} {
  const arrival = v.safeParse(arrivalSchema, state);
  if (!arrival.success) return { exit: PATHS.home, amountText: '' };
  const { returnPath, shortfall } = arrival.output;
  return { exit: returnPath, amountText: String(sufficientPreset(shortfall)) };
}

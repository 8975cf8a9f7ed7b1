import * as v from 'valibot';
import { sufficientPreset } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';

/** The navigation state with which a film's page links to Top Up: the way back, and the missing amount in rupiah. */
const arrivalSchema = v.object({
  returnPath: v.pipe(v.string(), v.startsWith('/movie/')),
  shortfall: v.pipe(v.number(), v.minValue(0)),
});

/**
 * Reads the navigation state of the Top Up page: `exit` is the path after the top-up, `amountText` the preset in rupiah that covers
 * the missing amount. Without a valid state, `exit` is `/` and `amountText` is empty.
 */
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

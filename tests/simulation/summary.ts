import { errorCodes } from '#contract/problem.ts';
import type { Result } from './simulate.ts';

const HOUR = 3_600_000;

/** A few lines about a run: its speed, the errors met, and the rules that were broken. */
export function summaryOf(
  { scenario, breaches, errors, checked, checkedSeats, checkedAtDoors, simulatedMs }: Result,
  seconds: number,
): string {
  const codes = errorCodes.filter((code) => errors.has(code));
  const hours = simulatedMs / HOUR;
  return [
    `Seed ${scenario.seed}: ${scenario.steps.length} steps of ${scenario.visitors} visitors in ${seconds.toFixed(1)} s`,
    `${Math.round(scenario.steps.length / seconds)} steps and ${(hours / seconds).toFixed(2)} simulated hours per second`,
    `${checked} messages about money and tickets were checked, ${checkedSeats} about seats, and ${checkedAtDoors} answers at doors`,
    `${codes.length} of ${errorCodes.length} error codes: ${codes.map((code) => `${code} ${errors.get(code)}`).join(', ')}`,
    ...(breaches.length === 0 ? ['Every rule held'] : ['Broken:', ...breaches.map((breach) => `  ${breach}`)]),
  ].join('\n');
}

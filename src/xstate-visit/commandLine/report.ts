import { secondsText } from '../replay/recordedClock.ts';
import type { CheckResult } from '../replay/checkRecording.ts';

/** The result of a check as text: one block for each difference, one line for each broken rule. */
export function reportText(result: CheckResult & { readonly unjudged?: readonly string[] }): string {
  const { recording, differences, unrepeatable, notComparable, unjudged = [], brokenRules, changed } = result;
  const { build, began, entries } = recording;
  const last = entries.findLast((entry) => 'at' in entry);
  const lines = [
    `Recorded on ${new Date(began).toISOString()} with ${build}: ${secondsText(last !== undefined && 'at' in last ? last.at : 0)}, ${entries.length} entries.`,
    changed.length === 0
      ? 'The machines have not changed since the recording.'
      : `Changed since it was recorded: ${changed.map(({ name }) => name).join(', ')}.`,
    ...differences.flatMap(({ at, actor, event, parts }) => [
      '',
      `${secondsText(at).padStart(9)}  ${actor}  ${event}`,
      ...parts.flatMap(({ name, recorded, today }) => [
        `             ${name}`,
        `               recorded  ${recorded}`,
        `               today     ${today}`,
      ]),
    ]),
    ...unrepeatable.map(
      (name) =>
        `Not compared: ${name}. It differs in every replay, because it comes from a clock, a random number or a global.`,
    ),
    ...unjudged.map((name) => `Not judged: ${name}. It ran on a placeholder instead of the text of the visit.`),
    ...notComparable.map((reason) => `Not comparable: ${reason}`),
    ...brokenRules.flatMap(({ at, message }) => ['', `${secondsText(at).padStart(9)}  breaks a rule: ${message}`]),
    '',
    `${differences.length === 0 && notComparable.length > 0 ? 'Not comparable' : counted(differences.length, 'difference')}, ${counted(brokenRules.length, 'broken rule').toLowerCase()}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Replaces control and invisible characters of a text from a file, because a terminal could execute or hide them. Keeps newlines. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '\uFFFD');
}

function counted(count: number, noun: string): string {
  if (count === 0) return `No ${noun}`;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

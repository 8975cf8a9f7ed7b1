import { secondsText } from '../secondsText.ts';
import type { CheckResult } from './checkRecording.ts';

/** A check's result for a developer, a line for each thing: where today's machines do otherwise, and which rules of the product break. */
export function reportText({ recording, differences, brokenRules, changed }: CheckResult): string {
  const { build, began, entries } = recording;
  const last = entries.findLast((entry) => 'at' in entry);
  const lines = [
    `Recorded on ${new Date(began).toISOString()} with ${build}: ${secondsText(last !== undefined && 'at' in last ? last.at : 0)}, ${entries.length} entries.`,
    changed.length === 0
      ? 'The machines are those of the recording.'
      : `Changed since it was recorded: ${changed.join(', ')}.`,
    ...differences.flatMap(({ at, actor, event, parts }) => [
      '',
      `${secondsText(at).padStart(9)}  ${actor}  ${event}`,
      ...parts.flatMap(({ name, recorded, today }) => [
        `             ${name}`,
        `               recorded  ${recorded}`,
        `               today     ${today}`,
      ]),
    ]),
    ...brokenRules.flatMap(({ at, message }) => ['', `${secondsText(at).padStart(9)}  breaks a rule: ${message}`]),
    '',
    `${counted(differences.length, 'difference')}, ${counted(brokenRules.length, 'broken rule').toLowerCase()}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** A text of somebody's file without what a terminal would obey or hide; its lines stay. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '\uFFFD');
}

function counted(count: number, noun: string): string {
  if (count === 0) return `No ${noun}`;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

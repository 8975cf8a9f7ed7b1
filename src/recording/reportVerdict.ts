import type { Verdict } from './judgeReplay.ts';

/** A verdict for a developer, a line for each thing: where today's machines do otherwise, and which of the product's rules break. */
export function reportVerdict({ recording, differences, breaches, changed }: Verdict): string {
  const { build, began, entries } = recording;
  const last = entries.findLast((entry) => 'at' in entry);
  const seconds = last !== undefined && 'at' in last ? secondsOf(last.at) : secondsOf(0);
  const lines = [
    `Recorded on ${new Date(began).toISOString()} with ${build}: ${seconds}, ${entries.length} entries.`,
    changed.length === 0
      ? 'The machines are those of the recording.'
      : `Changed since it was recorded: ${changed.join(', ')}.`,
    ...differences.flatMap(({ at, actor, event, says }) => [
      '',
      `${secondsOf(at).padStart(9)}  ${actor}  ${event}`,
      ...says.flatMap(({ what, recorded, today }) => [
        `             ${what}`,
        `               recorded  ${recorded}`,
        `               today     ${today}`,
      ]),
    ]),
    ...breaches.flatMap(({ at, says }) => ['', `${secondsOf(at).padStart(9)}  breaks a rule: ${says}`]),
    '',
    `${counted(differences.length, 'difference')}, ${counted(breaches.length, 'broken rule').toLowerCase()}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function secondsOf(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function counted(count: number, noun: string): string {
  if (count === 0) return `No ${noun}`;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

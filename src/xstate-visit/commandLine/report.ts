import { secondsText } from '../replay/recordedClock.ts';
import type { ChangedMachine } from '../replay/compareMachines.ts';
import type { CheckResult, Verdict } from '../replay/checkRecording.ts';
import type { Difference } from '../replay/differences.ts';

/** Formats the result of a check: the reasons, a block for each difference, a line for each broken rule, and the verdict. */
export function reportText(result: CheckResult): string {
  const {
    recording,
    verdict,
    differences,
    unrepeatable,
    notComparable,
    unjudged,
    brokenRules,
    changed,
    isMinifiedOtherwise,
  } = result;
  const { build, began, entries } = recording;
  const last = entries.findLast((entry) => 'at' in entry);
  const duration = secondsText(last !== undefined && 'at' in last ? last.at : 0);
  const lines = [
    `Recorded on ${new Date(began).toISOString()}${build === '' ? '' : ` with ${build}`}: ${duration}, ${entries.length} entries.`,
    ...(changed.length === 0 && !isMinifiedOtherwise
      ? ['The states, transitions and functions of the machines have not changed since the recording.']
      : changed.map(changeText)),
    ...(isMinifiedOtherwise ? ['Only one of the two builds is minified, so the functions were not compared.'] : []),
    ...notComparable.map((reason) => `Not comparable: ${reason}`),
    ...(verdict === 'not comparable' && differences.length > 0 ? ['The check cannot judge these differences:'] : []),
    ...differences.flatMap(differenceLines),
    ...(differences.length > 0 && unrepeatable.length + unjudged.length > 0 ? [''] : []),
    ...unrepeatable.map(
      (name) =>
        `Not compared: ${name}. It differs in every replay, because it comes from a clock, a random number or a global variable.`,
    ),
    ...unjudged.map((sentence) => `Not judged: ${sentence}`),
    ...brokenRules.flatMap(({ at, message }) => ['', `${secondsText(at).padStart(9)}  breaks a rule: ${message}`]),
    '',
    `Verdict: ${verdict}. ${countsOf(verdict, differences.length, brokenRules.length)}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function countsOf(verdict: Verdict, differences: number, brokenRules: number): string {
  const broken = counted(brokenRules, 'broken rule');
  if (verdict !== 'not comparable') return `${counted(differences, 'difference')}, ${broken.toLowerCase()}`;
  // “No difference” would read as if the machines did the same.
  return differences === 0
    ? broken
    : `${counted(differences, 'difference')} without a verdict, ${broken.toLowerCase()}`;
}

/** More changed parts are counted. */
const MAX_PARTS = 10;

function changeText({ name, parts }: ChangedMachine): string {
  const named = parts.slice(0, MAX_PARTS).map(({ name: part }) => partText(part));
  const more = parts.length > MAX_PARTS ? [`${parts.length - MAX_PARTS} more`] : [];
  return `Changed since the recording: ${name} (${[...named, ...more].join(', ')}).`;
}

function partText(name: string | undefined): string {
  if (name === undefined) return 'a state or an event that it had';
  return name === '' ? 'the machine itself' : `“${name}”`;
}

function differenceLines({ at, actor, event, parts, took }: Difference): readonly string[] {
  return [
    '',
    `${secondsText(at).padStart(9)}  ${actor}  ${event}`,
    ...parts.flatMap(({ name, recorded, today }) => pairLines(name, recorded, today)),
    ...(took === undefined ? [] : pairLines('transition', took.recorded, took.today)),
  ];
}

function pairLines(name: string, recorded: string, today: string): readonly string[] {
  return [`             ${name}`, `               recorded  ${recorded}`, `               today     ${today}`];
}

/** Replaces control characters and invisible ones. A terminal could execute or hide them if the text comes from a file. Keeps newlines. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '\uFFFD');
}

function counted(count: number, noun: string): string {
  if (count === 0) return `No ${noun}`;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

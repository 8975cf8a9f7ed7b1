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
    ...(verdict === 'not comparable' && differences.length > 0 ? ['The replay went otherwise here:'] : []),
    ...differences.flatMap(differenceLines),
    ...(differences.length > 0 && unrepeatable.length + unjudged.length > 0 ? [''] : []),
    ...unrepeatable.map(
      (name) =>
        `Not compared: ${name}. It differs in every replay, because it comes from a clock, a random number or a global.`,
    ),
    ...unjudged.map((sentence) => `Not judged: ${sentence}`),
    ...brokenRules.flatMap(({ at, message }) => ['', `${secondsText(at).padStart(9)}  breaks a rule: ${message}`]),
    '',
    `${countOf(verdict, differences.length)}, ${counted(brokenRules.length, 'broken rule').toLowerCase()}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function countOf(verdict: Verdict, differences: number): string {
  if (verdict !== 'not comparable') return counted(differences, 'difference');
  return differences === 0
    ? 'Not comparable'
    : `Not comparable, ${counted(differences, 'difference')} without a verdict`;
}

function changeText({ name, hasOtherStructure, hasOtherFunctions }: ChangedMachine): string {
  const parts = [
    ...(hasOtherStructure ? ['its states or transitions'] : []),
    ...(hasOtherFunctions ? ['a guard, an assignment, a delay or another of its functions'] : []),
  ];
  return `Changed since the recording: ${name} (${parts.join(', and ')}).`;
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

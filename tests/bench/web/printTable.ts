import type { Kind, MainThread } from './mainThread.ts';
import { SLOWDOWN } from './slowPhone.ts';
import type { Visit } from './visits.ts';

type Column<Row> = readonly [title: string, measure: (row: Row) => number];

const VISITS: readonly Column<Visit>[] = [
  ['FCP ms', ({ firstPaint }) => firstPaint],
  ['seen ms', ({ seen }) => seen],
  ['LCP ms', ({ largestPaint }) => largestPaint],
  ['long tasks ms', ({ longTasks }) => longTasks],
  ['before FCP', ({ longTasksBefore }) => longTasksBefore],
  ['after FCP', ({ longTasksAfter }) => longTasksAfter],
  ['TBT ms', ({ blocked }) => blocked],
  ['CLS', ({ shift }) => shift],
  ['INP ms', ({ slowestInteraction }) => slowestInteraction],
  ['again: FCP ms', ({ again }) => again.firstPaint],
  ['again: seen ms', ({ again }) => again.seen],
  ['again: long tasks ms', ({ again }) => again.longTasks],
  ['Back ms', ({ back }) => back],
  ['requests', ({ requests }) => requests],
  ['JS KB', ({ sizes }) => sizes.script / 1024],
  ['images KB', ({ sizes }) => sizes.image / 1024],
];

const KINDS: readonly Kind[] = ['parse', 'style', 'layout', 'paint', 'script', 'other'];
const MAIN_THREAD: readonly Column<MainThread>[] = KINDS.map((kind) => [kind, (times) => times[kind]]);

/** Prints the measures of the visits, and the work on the main thread before the first paint. */
export function printTables(
  visits: ReadonlyMap<string, readonly Visit[]>,
  traces: ReadonlyMap<string, readonly MainThread[]>,
  runs: number,
): void {
  process.stdout.write(
    `Medians of ${runs} visits with their quartiles, ${SLOWDOWN} times slower processor, slow 4G (1.6 Mbit/s, 150 ms), 1 KB is 1024 transferred bytes\n`,
  );
  printTable(VISITS, visits);
  process.stdout.write('\nMain thread before the first paint, ms\n');
  printTable(MAIN_THREAD, traces);
}

/** Prints the median of each measure with its quartiles, one line for each page and product. */
function printTable<Row>(columns: readonly Column<Row>[], rows: ReadonlyMap<string, readonly Row[]>): void {
  const lines = [
    ['', ...columns.map(([title]) => title)],
    ...Array.from(rows, ([name, runs]) => [name, ...columns.map(([, measure]) => spreadOf(runs.map(measure)))]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0))) ?? [];
  for (const [name = '', ...cells] of lines) {
    const padded = cells.map((cell, column) => cell.padStart(widths[column + 1] ?? 0));
    process.stdout.write(`${[name.padEnd(widths[0] ?? 0), ...padded].join('  ')}\n`);
  }
}

/** Such as `1252 (1201-1309)`: the median, then the quartiles. Only the median if the quartiles are equal. */
function spreadOf(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
  return at(0.25) === at(0.75) ? at(0.5) : `${at(0.5)} (${at(0.25)}-${at(0.75)})`;
}

/** Layout shifts are fractions; all other measures are rounded to whole numbers. */
function rounded(value: number): string {
  return String(value > 0 && value < 1 ? Number(value.toFixed(4)) : Math.round(value));
}

import type { Visit } from './visits.ts';

const COLUMNS: readonly (readonly [string, (visit: Visit) => number])[] = [
  ['FCP ms', ({ firstPaint }) => firstPaint],
  ['seen ms', ({ seen }) => seen],
  ['LCP ms', ({ largestPaint }) => largestPaint],
  ['long tasks ms', ({ longTasks }) => longTasks],
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

/** Prints the median of each measure, one line for each page and product. */
export function printTable(visits: ReadonlyMap<string, readonly Visit[]>, runs: number): void {
  const width = Math.max(...Array.from(visits.keys(), (name) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    process.stdout.write(`${name.padEnd(width)}  ${cells.join('  ')}\n`);

  process.stdout.write(
    `Medians of ${runs} visits, 4 times slower processor, slow 4G (1.6 Mbit/s, 150 ms), 1 KB is 1024 transferred bytes\n`,
  );
  line(
    '',
    COLUMNS.map(([title]) => title),
  );
  for (const [name, runsOfPage] of visits) {
    const cells = COLUMNS.map(([title, measure]) => rounded(median(runsOfPage.map(measure))).padStart(title.length));
    line(name, cells);
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Layout shifts are fractions; all other measures are rounded to whole numbers. */
function rounded(value: number): string {
  return String(value > 0 && value < 1 ? Number(value.toFixed(4)) : Math.round(value));
}

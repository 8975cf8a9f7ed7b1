import type { Visit } from './visits.ts';

const COLUMNS: readonly (readonly [string, (visit: Visit) => number | string])[] = [
  ['JS KB', ({ sizes }) => kilobytes(sizes.script)],
  ['CSS KB', ({ sizes }) => kilobytes(sizes.style)],
  ['fonts KB', ({ sizes }) => kilobytes(sizes.font)],
  ['images KB', ({ sizes }) => kilobytes(sizes.image)],
  ['requests', ({ requests }) => requests],
  ['of shell', ({ shellRequests }) => shellRequests],
  ['seen ms', ({ seen }) => Math.round(seen)],
  ['FCP ms', ({ firstPaint }) => Math.round(firstPaint)],
  ['LCP ms', ({ largestPaint }) => Math.round(largestPaint)],
  ['TBT ms', ({ blocked }) => Math.round(blocked)],
  ['long tasks', ({ longTasks }) => longTasks],
  ['CLS', ({ shift }) => Number(shift.toFixed(4))],
  ['INP ms', ({ slowestInteraction }) => slowestInteraction],
];

/** Prints the median of each measure, a line a page, and what the largest paint was of. */
export function printTable(visits: ReadonlyMap<string, readonly Visit[]>, runs: number): void {
  const width = Math.max(...Array.from(visits.keys(), (name) => name.length));
  const line = (name: string, cells: readonly string[], last: string) =>
    process.stdout.write(`${name.padEnd(width)}  ${cells.join('  ')}  ${last}\n`);

  process.stdout.write(
    `Medians of ${runs} visits, 4 times slower processor, slow 4G (1.6 Mbit/s, 150 ms), 1 KB is 1024 bytes as sent\n`,
  );
  line(
    '',
    COLUMNS.map(([title]) => title),
    'largest paint',
  );
  for (const [name, made] of visits) {
    const cells = COLUMNS.map(([title, measure]) => String(median(made.map(measure))).padStart(title.length));
    line(name, cells, [...new Set(made.map(({ largestWhat }) => largestWhat))].join(' | '));
  }
}

function median(values: readonly (number | string)[]): number | string {
  const sorted = values.toSorted((a, b) => Number(a) - Number(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? '';
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

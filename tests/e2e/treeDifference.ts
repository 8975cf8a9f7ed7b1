import { diff } from 'node:util';

/** The accessibility tree of a screen, one line per element. */
export interface Tree {
  /** The name of the screen. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** Role and name of the element of a line. */
const ELEMENT = /^ *- (?:[^" ]+: )*[^" ]+(?: "[^"]*")?/;

/**
 * The lines of a tree, or, if these are fewer, its differences from an earlier screen of the same page: new and changed lines with `+`,
 * lines that are gone with `-`.
 */
export function shortened(lines: readonly string[], earlier: Tree | undefined): readonly string[] {
  if (earlier === undefined) return lines;
  const changes = diff(lines, earlier.lines);
  const added = changes.flatMap(([kind, line]) => (kind === 1 ? line : []));
  const elements = new Set(added.map(elementOf));
  const signed = changes.flatMap(([kind, line]) => {
    if (kind === 1) return `+ ${line}`;
    return kind === -1 && !elements.has(elementOf(line)) ? `- ${line}` : [];
  });
  return signed.length < lines.length ? [`like “${earlier.name}”, but:`, ...signed] : lines;
}

/**
 * The tree of a film's page without the facts of the film: all elements before the first region. A page without a film has no region, and
 * stays complete.
 */
export function withoutFacts(lines: readonly string[]): readonly string[] {
  const main = lines.indexOf('- main');
  const region = lines.findIndex((line) => line.startsWith('  - region '));
  return main === -1 || region === -1 ? lines : [...lines.slice(0, main + 1), '  - the film', ...lines.slice(region)];
}

/** A tree without its texts and the languages of its links: what is the same in all languages. */
export function structureOf(tree: string): string {
  return tree
    .replaceAll(/"[^"\n]*"/g, '"…"')
    .replaceAll(/(?<=roledescription=)\w+/g, '…')
    .replaceAll(/-> \/id\b\/?/g, '-> /')
    .replaceAll('language=id', 'language=en');
}

function elementOf(line: string): string {
  return ELEMENT.exec(line)?.[0] ?? line;
}

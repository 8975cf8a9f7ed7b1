import { projectRoot } from '../../src/tooling/projectRoot.ts';

/** The functions that use the default locale when the argument with this index is missing. */
const FORMATTERS: readonly (readonly [owner: object, ownerName: string, names: readonly string[], index: number])[] = [
  [Number.prototype, 'Number', ['toLocaleString'], 0],
  [BigInt.prototype, 'BigInt', ['toLocaleString'], 0],
  [Array.prototype, 'Array', ['toLocaleString'], 0],
  [Date.prototype, 'Date', ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], 0],
  [String.prototype, 'String', ['toLocaleUpperCase', 'toLocaleLowerCase'], 0],
  [String.prototype, 'String', ['localeCompare'], 1],
  [Intl, 'Intl', ['DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules', 'ListFormat', 'RelativeTimeFormat'], 0],
];

/** Matches a line of a stack trace in the code that renders documents. */
const RENDERED = /((?:src\/(?:web|domain|contract)|machines)\/[^:)]+:\d+)/;
const FRAMES = 30;

const uses: string[] = [];

/**
 * Records every call of the product, also by a library, that formats or compares in the default locale. The server renders a document
 * in its own locale and the browser hydrates it in the reader's, so such a text would change, and a Turkish `i` would be another letter.
 */
export function watchDefaultLocale(): void {
  for (const [owner, ownerName, names, index] of FORMATTERS) {
    for (const name of names) watchFormatter(owner, name, `${ownerName}.${name}`, index);
  }
}

/** Removes and returns a sentence for each use of the default locale. */
export function takeDefaultLocaleUses(): string[] {
  return [...new Set(uses.splice(0))];
}

function watchFormatter(owner: object, name: string, fullName: string, index: number): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  const original: unknown = before?.value;
  if (typeof original !== 'function') throw new Error(`This engine has no ${fullName}`);
  const check = (args: readonly unknown[]) => {
    const place = args[index] === undefined ? callerOf() : undefined;
    if (place !== undefined) uses.push(`${place} uses ${fullName} in the reader’s locale: name the locale`);
  };
  const value = new Proxy(original, {
    apply: (target, self, args) => {
      check(args);
      return Reflect.apply(target, self, args);
    },
    construct: (target, args, newTarget) => {
      check(args);
      return Reflect.construct(target, args, newTarget);
    },
  });
  Object.defineProperty(owner, name, { ...before, value });
}

/** The innermost line of the project's own code, if that renders documents. */
function callerOf(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const lines = (new Error('trace').stack ?? '').split('\n');
  Error.stackTraceLimit = stackTraceLimit;
  // Luxon looks up the name of the default locale once, also for durations, which contain no text.
  if (lines.some((line) => line.includes('systemLocale'))) return undefined;
  const own = lines.find(
    (line) => line.includes(projectRoot) && !line.includes('node_modules') && !line.includes(import.meta.filename),
  );
  return own === undefined ? undefined : RENDERED.exec(own.replace(projectRoot, ''))?.[1];
}

/** One way in which the product could be wrong, and the cheapest tests that must notice. */
export interface Fault {
  /** The fault as a visitor or an operator would find it. */
  readonly fault: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly text: string;
  readonly replacement: string;
  readonly by: Check;
  /** Why no test notices, where none does and none need. */
  readonly survives?: string;
}

/** A test file of a project, narrowed to the tests whose names hold a text. */
export interface Check {
  readonly project: 'domain' | 'machines' | 'server' | 'web';
  readonly file: string;
  readonly only?: string | undefined;
}

/** Faults of one file that the same tests must notice: of each the text, which stands in the file once, and what takes its place. */
export function faultsIn(
  file: string,
  by: Check,
  faults: Readonly<Record<string, readonly [text: string, replacement: string]>>,
): Fault[] {
  return Object.entries(faults).map(([fault, [text, replacement]]) => ({ file, by, fault, text, replacement }));
}

/** A file of `tests/domain`. */
export const domainTest = (name: string): Check => ({ project: 'domain', file: `tests/domain/${name}.test.ts` });

/** A file of `tests/contract`. */
export const contractTest = (name: string): Check => ({ project: 'domain', file: `tests/contract/${name}.test.ts` });

/** A file of `tests/machines`. */
export const machinesTest = (name: string): Check => ({ project: 'machines', file: `tests/machines/${name}.test.ts` });

/** A file of `tests/server`; of what runs on both engines, SQLite is enough. */
export const serverTest = (name: string, only?: string): Check => ({
  project: 'server',
  file: `tests/server/${name}.test.ts`,
  only,
});

/** A file of `tests/web`. */
export const webTest = (name: string, only?: string): Check => ({
  project: 'web',
  file: `tests/web/${name}.test.tsx`,
  only,
});

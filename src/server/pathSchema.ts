import * as v from 'valibot';

/** Texts in a path that only a shell or Windows replaces, each with the reason why the server refuses it. */
const UNEXPANDED: readonly (readonly [RegExp, string])[] = [
  [/^["']|["']$/, 'has quotation marks, which no shell has removed: write the path without them'],
  [/^~/, 'begins with ~, which no shell has replaced: write the whole path'],
  [/\$(?:\{|[A-Za-z_])/, 'contains a variable, which no shell has replaced: write the whole path'],
  [/%\w+%/, 'contains a variable of Windows, which nothing has replaced: write the whole path'],
];
const OF_WINDOWS: readonly (readonly [RegExp, string])[] = [
  [/^(?:[A-Za-z]:[\\/]|\\\\)/, 'is a path of Windows, but this system is not: write a path of this system'],
];
const REASONS = process.platform === 'win32' ? UNEXPANDED : [...UNEXPANDED, ...OF_WINDOWS];

/** An environment variable with a path. Refuses what a shell would have replaced, because a folder of that name would be created. */
export function pathSchema(name: string) {
  return v.pipe(
    v.string(),
    v.check(
      (path) => reasonAgainst(path) === undefined,
      ({ input }) => `${name} ${reasonAgainst(input)}`,
    ),
  );
}

function reasonAgainst(path: string): string | undefined {
  return REASONS.find(([pattern]) => pattern.test(path))?.[1];
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messages } from './fixtures/messages.ts';
import { rules } from '#messages/rules.ts';

interface Pages {
  /** The text of each section of the specification, by its number. */
  readonly sections: ReadonlyMap<number, string>;
  readonly promises: ReadonlySet<number>;
}

const RELATIVE_CLAUSE = /^\s*(?:\/\*\*|\/\/|\*) (?:What|Who|Whoever|Nobody)\b.*$/gm;
const root = join(import.meta.dirname, '..');
const specification = read('tests/specification.md');
const reliability = read('tests/reliability.md');
const pages: Pages = {
  sections: new Map(
    [...specification.matchAll(/^## (\d+)\. [^]*?(?=^## |$(?![^]))/gm)].map(([text, n]) => [Number(n), text]),
  ),
  promises: new Set([...reliability.matchAll(/^(\d+)\. /gm)].map(([, n]) => Number(n))),
};

const sources = files('{src,machines}/**/*.{ts,tsx}').filter(({ text }) => /section|reliability|\.md/.test(text));
const tests = files('tests/**/*.test.{ts,tsx}').filter(({ path }) => path !== 'tests/references.test.ts');
const texts = files('{*.md,tests/*.md,machines/*.md,src/*/*.md}');

describe('house style: references point to something', () => {
  test('the specification has nine sections, and the promises of reliability are numbered without a gap', () => {
    expect([...pages.sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...pages.promises]).toEqual(Array.from({ length: pages.promises.size }, (_, index) => index + 1));
  });

  test('every section, promise and page that sources, tests or guides name exists', () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(tests.length).toBeGreaterThan(80);
    const lost = [...sources, ...tests, ...texts].flatMap(({ path, text }) =>
      lostReferences(text).map((reference) => `${path}: ${reference}`),
    );
    expect(lost).toEqual([]);
  });

  test.each([
    ['a section that is not there', '/** The seats (section 10). */'],
    ['one of several', '/** The seats (sections 2, 5 and 12). */'],
    ['a part that its section does not have', '/** The seats (section 1, Buy dialog). */'],
    ['a promise that is not there', '// Never twice (reliability 172).'],
    ['one of a range', "describe('reliability 58 to 172: all of it', () => {});"],
    ['a page of the design', '/** Every call of design/api.md. */'],
    ['one in parentheses', '/** Lost for good (design/api.md, Live seats). */'],
    ['a page by its bare name', '// As interface.md has it.'],
    ['a request that is not in the repository', "describe('issue 6: the transactions', () => {});"],
  ])('%s would be seen', (_, source) => {
    expect(lostReferences(source)).toHaveLength(1);
  });

  test.each([
    '/** The seats (section 2, Seat layout). */',
    '/** Cancel and withdraw (section 5, Cancel and Withdraw; reliability 4 and 24). */',
    '// Kept over a restart: tests/reliability.md and src/decisions/README.md say why.',
  ])('the check accepts %s', (source) => {
    expect(lostReferences(source)).toEqual([]);
  });
});

describe('house style: a comment starts with its subject', () => {
  test('no comment starts with What, Who or Nobody instead of a noun', () => {
    const comments = files('{src,machines,tests}/**/*.{ts,tsx}').flatMap(({ path, text }) =>
      [...text.matchAll(RELATIVE_CLAUSE)].map(([comment]) => `${path}: ${comment.trim()}`),
    );
    expect(comments).toEqual([]);
  });

  test.each([['/** What it holds. */'], ['// Who asks for it.'], ['  /** Nobody waits for it. */']])(
    'the check reports %s',
    (comment) => {
      expect([...comment.matchAll(RELATIVE_CLAUSE)]).toHaveLength(1);
    },
  );
});

describe('house style: reliability.md lists the tests of each promise', () => {
  test('each promise lists the tests with its number, and an open promise lists none', () => {
    expect(heldBy(reliability)).toEqual(carriedBy(tests));
  });

  test('the check reports a test that is not listed and a listed test that does not exist', () => {
    const carried = carriedBy([{ path: 'tests/server/races.test.ts', text: "test('reliability 1 and 3: a race', f)" }]);
    expect(carried).toEqual(
      new Map([
        [1, ['server/races']],
        [3, ['server/races']],
      ]),
    );
    expect(heldBy('1. One.\n   Held: `server/races`, `domain/age`\n2. Two.\n   Not yet: in `server/later`\n')).toEqual(
      new Map([[1, ['domain/age', 'server/races']]]),
    );
  });
});

describe('house style: specification and code agree', () => {
  test.each([
    messages.selectShowtime,
    messages.selectSeat,
    messages.maximumSeats,
    messages.noTickets,
    messages.noMovieMatches,
    messages.nothingShowing,
    messages.signInToSee,
    messages.takingLong,
    messages.purchaseSuccess,
    messages.topUpSuccess,
    messages.withdrawSuccess,
    messages.signInSuccess,
    messages.signUpSuccess,
    rules.withdrawalTooSmall,
    rules.withdrawalTooLarge,
  ])('the specification quotes %s literally', (message) => {
    expect(specification, 'tests/specification.md').toContain(`'${message}'`);
  });
});

describe('house style: the links of the guides work', () => {
  test('every link to a file finds the file', () => {
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.flatMap(({ path, text }) => deadLinks(path, text))).toEqual([]);
  });

  test('the check reports a broken link', () => {
    expect(deadLinks('tests/README.md', '[a](reliability.md) [b](https://b.example/) [c](#c) [d](gone.md#d)')).toEqual([
      'tests/README.md: gone.md',
    ]);
  });
});

describe('house style: the guides name existing files', () => {
  test('every path between backticks exists', () => {
    expect(pathsIn(read('README.md')).length, 'the paths that README.md names').toBeGreaterThan(25);
    // The guide of the package names files of its users' apps.
    const ours = texts.filter(({ path }) => path !== 'src/xstate-visit/README.md');
    expect(ours.flatMap(({ path, text }) => lostPaths(path, text))).toEqual([]);
  });

  test('every pattern of knip.json matches a file', () => {
    const patterns = [...read('knip.json').matchAll(/"((?:src|tests|machines)\/[^"]+?)!?"/g)].map(
      ([, pattern = '']) => pattern,
    );
    expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
  });

  test.each(['`src/web/app/routes.ts`', '`tests/domain/sentences.test.ts`', '`e2e/gone`'])(
    'the check reports %s',
    (text) => {
      expect(lostPaths('README.md', text)).toHaveLength(1);
    },
  );
});

function lostReferences(text: string): string[] {
  const { sections, promises } = pages;
  const lost = [
    ...numbersAfter(/\bsections?/, text).filter(([, number]) => !sections.has(number)),
    ...numbersAfter(/\breliability/, text).filter(([, number]) => !promises.has(number)),
    ...[...text.matchAll(/\bsection (\d), ([A-Z][\w{}/ -]*)/g)].filter(
      ([, number, part = '']) => !hasPart(sections.get(Number(number)) ?? '', part.trim()),
    ),
    ...[...text.matchAll(/(?<!\]\(|[\w/.*-])(?:[\w-]+\/)*[\w-]+\.md\b/g)].filter(([path]) => !isPage(path)),
    ...text.matchAll(/['`(](?:interface|issue)(?:, walked)? \d+\b/g),
  ].map(([reference]) => reference);
  return [...new Set(lost)];
}

/** Splits references such as `sections 2, 5 and 9` and `reliability 1 to 4` into single numbers. */
function numbersAfter(word: RegExp, text: string): (readonly [reference: string, number: number])[] {
  const references = new RegExp(`${word.source} (\\d+(?:(?:, | and | to )\\d+)*)`, 'g');
  return [...text.matchAll(references)].flatMap(([reference, numbers = '']) =>
    numbers.split(/, | and /).flatMap((range) => {
      const [first = 0, last = first] = range.split(' to ').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => [reference, first + index] as const);
    }),
  );
}

function hasPart(section: string, part: string): boolean {
  return section.includes(part) || part.split(' and ').every((each) => section.includes(each));
}

function isPage(path: string): boolean {
  return ['', 'tests', 'machines', 'src/decisions'].some((folder) => existsSync(join(root, folder, path)));
}

function heldBy(page: string): Map<number, string[]> {
  const held = [...page.matchAll(/^(\d+)\. (?:(?!^\d+\. )[^])*?^ +Held: (.*)$/gm)];
  return new Map(
    held.map(([, number, names = '']) => [
      Number(number),
      [...names.matchAll(/`(.*?)`/g)].map(([, name = '']) => name).toSorted(),
    ]),
  );
}

function carriedBy(carriers: readonly { readonly path: string; readonly text: string }[]): Map<number, string[]> {
  const carried = carriers.flatMap(({ path, text }) =>
    [...new Set(numbersAfter(/\breliability/, text).map(([, number]) => number))].map((number) => ({
      number,
      name: path.replace(/^tests\/|\.test\.tsx?$/g, ''),
    })),
  );
  const numbers = [...Map.groupBy(carried, ({ number }) => number)].toSorted(([one], [other]) => one - other);
  return new Map(numbers.map(([number, each]) => [number, each.map(({ name }) => name).toSorted()]));
}

/** The paths between backticks that begin with a folder of this repository. */
function pathsIn(text: string): string[] {
  const folders =
    /^(?:src|tests|machines|domain|contract|server|web|e2e|models|fixtures|mutants|bench|inspector)\/[\w./-]+$/;
  return [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name).filter((name) => folders.test(name));
}

/** The named paths that do not exist. A test may be named without its ending and without `tests/`. */
function lostPaths(path: string, text: string): string[] {
  return pathsIn(text)
    .filter((name) => {
      const places = [root, join(root, 'tests'), join(root, 'src'), join(root, dirname(path))];
      return !places.some((place) =>
        ['', '.ts', '.test.ts', '.test.tsx'].some((end) => existsSync(join(place, name + end))),
      );
    })
    .map((name) => `${path}: ${name}`);
}

function deadLinks(path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target) && !existsSync(join(root, dirname(path), target)))
    .map((target) => `${path}: ${target}`);
}

function files(pattern: string): { readonly path: string; readonly text: string }[] {
  return globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: read(path) }));
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { extendStryker } from './mutants/extendStryker.ts';
import { strykerPlugins } from './mutants/ignoreDescriptions.ts';
import { ownMutators } from './mutants/kinds.ts';
import { filesOf, rooms } from './mutants/rooms.ts';
import { scoreOf } from './mutants/scoreOf.ts';
import { withoutSurvivors } from './mutants/withoutSurvivors.ts';

const [none, no] = [() => undefined, () => false];
const logger = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: none,
  debug: none,
  info: none,
  warn: none,
  error: none,
  fatal: none,
};
const ownNames = new Set(ownMutators.map(({ name }) => name));

async function instrument(content: string) {
  const ignorers = strykerPlugins.map(({ value }) => value);
  const options = { plugins: null, ignorers, excludedMutations: [] };
  const { files, mutants } = await new Instrumenter(logger).instrument(
    [{ name: 'source.tsx', mutate: true, content }],
    options,
  );
  return { text: files.map((file) => file.content).join('\n'), mutants };
}

async function ownMutants(content: string) {
  const { mutants } = await instrument(content);
  return mutants.filter(({ mutatorName }) => ownNames.has(mutatorName)).map(({ replacement }) => replacement);
}

beforeAll(() => extendStryker());

describe('our own mutators', () => {
  test.each([
    [
      'a condition of a statement',
      "db.selectFrom('users').where('id', '=', id).execute();",
      ["db.selectFrom('users')"],
    ],
    ['a condition on two columns', "query.whereRef('a', '=', 'b');", ['query']],
    ['a condition of a join', "join.onRef('a', '=', 'b');", ['join']],
    ['an order of a statement', "query.orderBy('id', 'desc');", ['query']],
    ['rows without a partner', "query.leftJoin('b', 'b.id', 'a.id');", ["query.innerJoin('b', 'b.id', 'a.id')"]],
    ['the cleanup of an effect', 'useEffect(() => subscribe(f), []);', ['void subscribe(f)']],
    ['a returned cleanup', 'fromCallback(() => { const stop = watch(); return stop; });', ['void stop']],
    ['an await', 'async () => { await save(); };', ['save()']],
    ['a key', '<li key={id} />;', ['undefined']],
    ['a computed label', '<li aria-label={`Seat ${seat}`} />;', ['undefined']],
  ])('remove %s', async (_, source, replacements) => {
    expect(await ownMutants(source)).toEqual(replacements);
  });

  test.each([
    'const query = where(id);',
    'setTimeout(() => subscribe(f));',
    'useEffect(() => { seats.map((seat) => seat.id); });',
    '<li title={text} className="row" />;',
    'items.on(type, listener);',
    'fromCallback(({ sendBack }) => sendBack(event));',
  ])('leave %s alone', async (source) => {
    expect(await ownMutants(source)).toEqual([]);
  });

  test.each(['<p role="alert" />;', '<p aria-live="polite" />;', '<ul><li aria-label="Seat" /></ul>;'])(
    'empty the text of %s, in valid code',
    async (source) => {
      const { text, mutants } = await instrument(source);
      expect(mutants).toMatchObject([{ mutatorName: 'StringLiteral', replacement: '""' }]);
      expect(text).toMatch(/=\{stryMutAct_\w+\("0"\) \? "" : /);
    },
  );
});

test('descriptions are not mutated', async () => {
  const { mutants } = await instrument("const state = { description: 'Waiting.', target: 'done' };");
  expect(mutants.filter(({ status }) => status !== 'Ignored').map(({ replacement }) => replacement)).toEqual([
    '{}',
    '""',
  ]);
});

test('a sample of n keeps every nth mutant', async () => {
  const source = 'const sum = (a, b) => a + b < 0 ? a - b : a * b;';
  const { mutants } = await instrument(source);
  extendStryker(3);
  onTestFinished(() => extendStryker());
  expect((await instrument(source)).mutants).toHaveLength(Math.ceil(mutants.length / 3));
});

test('code that runs once per module is left out where the room says so, but not the functions of a module', async () => {
  extendStryker(1, undefined, 'modules');
  onTestFinished(() => extendStryker());
  const { mutants } = await instrument("const seats = ['A' + 1]; export const isFree = (seat) => seat > 1;");
  expect(mutants.map(({ replacement }) => replacement)).toEqual(['true', 'false', 'seat >= 1', 'seat <= 1']);
});

test('only the code of callback actors and promise actors is mutated where the room says so', async () => {
  extendStryker(1, undefined, 'allButActors');
  onTestFinished(() => extendStryker());
  const { mutants } = await instrument(
    'const isFree = (seat) => seat > 1; const actors = { load: fromPromise(() => seats + 1), watch: fromCallback(watch) };',
  );
  expect(mutants.map(({ replacement }) => replacement)).toEqual(['seats - 1']);
});

test('survivors of a run are tried again in the next run', () => {
  const text = JSON.stringify(savedReport('Killed', 'Survived', 'Timeout'));
  expect(JSON.parse(withoutSurvivors(text))).toEqual(savedReport('Killed', 'Timeout'));
});

test('one kind of mutants can be tried alone', async () => {
  extendStryker(1, 'RemovedAwait');
  onTestFinished(() => extendStryker());
  expect((await instrument('async () => { await save(1 + 1); };')).mutants).toMatchObject([
    { mutatorName: 'RemovedAwait', replacement: 'save(1 + 1)' },
  ]);
});

describe('the mutation score', () => {
  test('counts mutants that failed or hung a test, of those that ran', () => {
    expect(scoreOf(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError'])).toEqual({
      noticed: 2,
      valid: 4,
      percent: 50,
    });
  });

  test('is 100 % without a mutant', () => {
    expect(scoreOf([])).toEqual({ noticed: 0, valid: 0, percent: 100 });
  });

  test('every room has a unique name, and each of its patterns matches a file', () => {
    expect(new Set(rooms.map(({ name }) => name)).size).toBe(rooms.length);
    const root = join(import.meta.dirname, '..');
    const patterns = [
      ...rooms.flatMap(({ mutate, without = [] }) => mutate.concat(without)).flatMap(branchesOf),
      ...rooms.flatMap((room) => filesOf(room).flatMap(room.tests)),
    ];
    const lost = [...new Set(patterns)].filter((pattern) => globSync(pattern, { cwd: root }).length === 0);
    expect(lost, 'patterns of tests/mutants/rooms.ts that match no file').toEqual([]);
  });
});

function savedReport(...statuses: readonly string[]) {
  const mutants = statuses.map((status) => ({ status, replacement: '' }));
  return { schemaVersion: '2', files: { 'a.ts': { source: '', mutants } } };
}

/** Expands `src/{a,b}/*.ts` to `src/a/*.ts` and `src/b/*.ts`, because each must match a file. */
function branchesOf(pattern: string): readonly string[] {
  const [whole = '', branches = ''] = /\{([^}]*)\}/.exec(pattern) ?? [];
  return whole === '' ? [pattern] : branches.split(',').flatMap((branch) => branchesOf(pattern.replace(whole, branch)));
}

import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { takeDefaultLocaleUses } from './defaultLocale.ts';

/** Runs code as if it were in a file of the project, and returns the reported uses of the default locale. */
function usesIn(file: string, code: string): string[] {
  runInThisContext(code, { filename: `${projectRoot}/${file}` });
  return takeDefaultLocaleUses();
}

test.each([
  ['(1234.5).toLocaleString()', 'Number.toLocaleString'],
  ['new Date(0).toLocaleDateString()', 'Date.toLocaleDateString'],
  ['new Intl.NumberFormat(undefined, { style: "percent" })', 'Intl.NumberFormat'],
  ['Intl.DateTimeFormat()', 'Intl.DateTimeFormat'],
  ['"film".toLocaleUpperCase()', 'String.toLocaleUpperCase'],
  ['["b", "a"].toSorted((one, other) => one.localeCompare(other))', 'String.localeCompare'],
])('control: a view with %s is reported', (code, name) => {
  expect(usesIn('src/web/pages/home/HomePage.tsx', code)).toEqual([
    `src/web/pages/home/HomePage.tsx:1 uses ${name} in the reader’s locale: name the locale`,
  ]);
});

test('control: neither a given locale nor code that renders no document is reported', () => {
  expect(
    usesIn('src/web/pages/home/HomePage.tsx', '(1234.5).toLocaleString("en-US"); "a".localeCompare("b", "en")'),
  ).toEqual([]);
  expect(usesIn('src/xstate-visit/panel/openPanel.tsx', '(1234.5).toLocaleString()')).toEqual([]);
});

import { expect, test } from 'vitest';

test('the test process has the locale of its project', () => {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  expect(locale.replace('-', '_')).toBe(process.env['LC_ALL']);
});

import { expect, test } from 'vitest';

test('the process of these tests has the locale that its project names, as a reader’s device has', () => {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  expect(locale.replace('-', '_')).toBe(process.env['LC_ALL']);
});

import { expect, test } from 'vitest';
import { withdrawMessages } from '#domain/money.ts';
import { messages } from '#domain/messages.ts';

test('sections 2, 5 and 8: no message is empty or used twice', () => {
  const texts: string[] = Object.values({ ...messages, ...withdrawMessages });
  expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

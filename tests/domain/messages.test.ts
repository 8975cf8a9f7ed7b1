import { expect, test } from 'vitest';
import { rules } from '#messages/rules.ts';
import { messages } from '../fixtures/messages.ts';

test('sections 2, 5 and 8: no message is empty or used twice', () => {
  const texts: string[] = Object.values({ ...messages, ...rules });
  expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

import { describe } from 'vitest';
import { testEveryScreen, walkThrough } from './everyScreen.ts';

const test = walkThrough('id');

describe('reliability 58: the Indonesian screens', () => {
  testEveryScreen('id', 'tests/e2e/accessibilityInIndonesian.test.ts', test);
});

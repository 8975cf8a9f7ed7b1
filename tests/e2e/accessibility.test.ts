import { describe } from 'vitest';
import { testEveryScreen, walkThrough } from './everyScreen.ts';

const test = walkThrough('en');

describe('reliability 58: the English screens', () => {
  testEveryScreen('en', 'tests/e2e/accessibility.test.ts', test);
});

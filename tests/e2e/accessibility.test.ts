import { describe } from 'vitest';
import { testEveryScreen, walkThrough } from './everyScreen.ts';

describe('reliability 58: the English screens', () => {
  testEveryScreen('en', 'tests/e2e/accessibility.test.ts', walkThrough('en'));
});

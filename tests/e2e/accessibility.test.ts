import { testEveryScreen, walkThrough } from './everyScreen.ts';

testEveryScreen('en', 'tests/e2e/accessibility.test.ts', walkThrough('en'));

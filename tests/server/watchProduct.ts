import { watchServerCode, watchTimers } from '../leftovers.ts';
import { watchServer } from './leftOpen.ts';
import { checkStatements } from './likePostgres.ts';
import { scrambleRowsWithoutOrder } from './scrambleRows.ts';
import { watchEffects } from './watchEffects.ts';

/**
 * Wraps what the tests of the server check in every test. This changes the order of rows and of promises, so `npm run simulate` needs it,
 * too, to repeat what a test has found.
 */
export function watchProduct(): void {
  watchServerCode();
  watchTimers();
  watchServer();
  watchEffects();
  scrambleRowsWithoutOrder();
  checkStatements();
}

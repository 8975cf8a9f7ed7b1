import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A part of the sources, and the cheapest tests that must notice a change in it. */
export interface Room {
  readonly name: string;
  readonly mutate: readonly string[];
  /** Whether each file runs separately with its own tests. A mutant of code that runs once per module runs all tests of its run. */
  readonly isRunByFile?: boolean;
  /**
   * Code that is not mutated. Each mutant of code that runs once per module would run all tests of the room. `allButActors` keeps
   * only the code inside of `fromCallback` and `fromPromise`.
   */
  readonly ignored?: 'modules' | 'allButActors';
  readonly project: 'domain ar_EG' | 'machines' | 'server' | 'web';
  readonly tests: (file: string) => readonly string[];
  /** Counts only the mutants that the room's tests run. Tests of another room, which take longer, run the others. */
  readonly isOnlyCovered?: boolean;
  /** Tests that read the sources as text, or that need another project. */
  readonly without?: readonly string[];
  /** Tries every nth mutant; trying all would take hours in some rooms. */
  readonly sample: number;
  /** The lowest mutation score that passes, in percent. A little below the measured score. */
  readonly break: number;
}

/** Tests of the store that run in the test process, the quickest first. */
const STORE_TESTS = serverTests(
  'newTicketId',
  'transactions',
  'movies',
  'cancellation',
  'door',
  'idempotency',
  'purchase',
  'storeBesideCalls',
  'everyCall',
  'accounts',
  'bookedSeats',
  'catalogue',
  'loginAttempts',
  'auditTrail',
  'changePassword',
  'rateLimits',
  'withdrawnFilms',
  'forgetting',
  'holds',
  'holdLimits',
  'sharedHolds',
  'races',
  'seatFeeds',
  'model/model',
);

/** Tests of the other server code that run in the test process, the quickest first. The last ones wait for slow clients. */
const SERVER_TESTS = [
  ...serverTests('clientAddress', 'environment', 'database', 'protocol', 'passwords', 'badInput', 'pages', 'metrics'),
  ...STORE_TESTS,
  ...serverTests('documents', 'strangers', 'edges'),
];

export const rooms: readonly Room[] = [
  {
    name: 'domain',
    mutate: ['src/domain/*.ts', 'src/server/routes/ticketCalendar.ts'],
    // Arabic, so that a test fails if the code formats a text in the locale of the process.
    project: 'domain ar_EG',
    tests: () => ['tests/domain/*.test.ts', 'tests/contract/*.test.ts'],
    sample: 1,
    break: 95,
  },
  {
    name: 'contract',
    mutate: ['src/contract/*.ts'],
    project: 'domain ar_EG',
    tests: () => ['tests/contract/*.test.ts', 'tests/domain/*.test.ts'],
    sample: 1,
    break: 87,
  },
  {
    name: 'store',
    mutate: ['src/server/store/*.ts'],
    project: 'server',
    tests: () => STORE_TESTS,
    sample: 5,
    break: 86,
  },
  {
    name: 'machines',
    mutate: ['machines/*.ts'],
    isRunByFile: true,
    project: 'machines',
    tests: testsOfMachine,
    without: ['tests/machines/{conventions,diagrams}.test.ts'],
    sample: 40,
    break: 85,
  },
  {
    name: 'actors',
    mutate: ['machines/*.ts'],
    ignored: 'allButActors',
    // Tests of pages run the actors that decide nothing.
    isOnlyCovered: true,
    project: 'machines',
    // Some actors are tested with their machine. The walks replace all actors.
    tests: () => ['tests/machines/*.test.ts'],
    without: ['tests/machines/{conventions,diagrams,walks}.test.ts'],
    sample: 4,
    break: 95,
  },
  {
    name: 'inspector',
    mutate: [
      'src/xstate-visit/{recording,replay}/*.ts',
      // The other files of the panel need a page.
      'src/xstate-visit/panel/{inspectorMachine,inspectorSelectors,stepChanges,stepLog}.ts',
      'src/xstate-visit/commandLine/{report,testText}.ts',
      'src/xstate-visit/statechart/{machineGraph,nextTransitions}.ts',
    ],
    project: 'machines',
    tests: () => ['tests/xstate-visit/*.test.ts'],
    sample: 10,
    break: 79,
  },
  {
    name: 'server',
    mutate: ['src/server/{addresses,auth,feeds,http,pages}/*.ts', 'src/server/routes/!(ticketCalendar).ts'],
    project: 'server',
    tests: () => SERVER_TESTS,
    sample: 30,
    break: 82,
  },
  {
    name: 'web',
    // Three files run only in a built page: their tests start browsers.
    mutate: ['src/web/**/!(*.css|main|serviceWorker|styleSingleton).{ts,tsx}'],
    ignored: 'modules',
    project: 'web',
    tests: () => ['tests/web/**/*.test.{ts,tsx}'],
    // The last one imports the inspector as a package, whose sources are outside of StrykerJS's copy.
    without: ['tests/web/errorBoundary.test.tsx', 'tests/web/inspectorExample.test.tsx'],
    sample: 60,
    break: 75,
  },
];

const root = join(import.meta.dirname, '../..');

/** The source files of a room. */
export function filesOf(room: Room): readonly string[] {
  return globSync([...room.mutate], { cwd: root }).toSorted();
}

/** A machine's own test and the walks through all machines. All machine tests if the file has no own test. */
function testsOfMachine(file: string): readonly string[] {
  const own = `tests/machines/${basename(file, '.ts')}.test.ts`;
  return existsSync(join(root, own)) ? [own, 'tests/machines/walks.test.ts'] : ['tests/machines/*.test.ts'];
}

function serverTests(...names: readonly string[]): readonly string[] {
  return names.map((name) => `tests/server/${name}.test.ts`);
}

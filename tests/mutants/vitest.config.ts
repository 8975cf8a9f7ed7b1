import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import chooseConfig from '../../vite.config.ts';
import { rooms } from './rooms.ts';

const whole = chooseConfig({ mode: 'long', command: 'serve' });

const { MUTATED_ROOM = '', MUTATED_FILE = '' } = process.env;
const room = rooms.find(({ name }) => name === MUTATED_ROOM);
const tests = room?.tests(MUTATED_FILE) ?? [];

/** Starts no PostgreSQL: the tests of a mutant run on SQLite only. */
const ON_SQLITE = { globalSetup: [], provide: { postgresUrl: '', postgresSchemas: '' } };

/** Runs the tests in the room's order, cheapest first. */
class RoomSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  return tests.findIndex((test) => moduleId.endsWith(test));
}

/** The Vitest project of the mutated room, with the tests of that room only. */
export default defineConfig({
  ...whole,
  test: {
    ...whole.test,
    reporters: [],
    sequence: { sequencer: RoomSequencer },
    projects: (whole.test?.projects ?? []).flatMap((project) =>
      typeof project === 'object' && 'test' in project && project.test?.name === room?.project
        ? [
            {
              ...project,
              test: { ...project.test, ...ON_SQLITE, include: [...tests], exclude: [...(room?.without ?? [])] },
            },
          ]
        : [],
    ),
  },
});

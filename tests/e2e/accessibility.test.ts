import { describe } from 'vitest';
import { reviewedFile, testEveryScreen, visitorsOf, walkThrough } from './everyScreen.ts';

const test = walkThrough('en');

describe('reliability 58: the English screens', () => {
  testEveryScreen('en', test);

  test.for(visitorsOf('en'))(
    'the accessibility trees equal the reviewed ones: $name',
    async (kind, { expect, findingsOf }) => {
      for (const [name, tree] of (await findingsOf(kind)).spoken) {
        const message = `“${name}” differs from the reviewed tree. If you meant the change, run \`npx vitest run --project e2e tests/e2e/accessibility.test.ts --update\`, check that the difference makes sense in a screen reader, and commit it`;
        await expect.soft(tree, message).toMatchFileSnapshot(reviewedFile(name));
      }
    },
  );
});

import { matchPath } from 'react-router-dom';
import { describe } from 'vitest';
import { PATHS } from '#domain/paths.ts';
import { reviewedFile, testEveryScreen, visitorsOf, walkThrough } from './everyScreen.ts';

const test = walkThrough('en');

describe('reliability 58: the English screens', () => {
  testEveryScreen('en', test);

  test('every page of the route table is opened', async ({ expect, findingsOf }) => {
    const findings = await Promise.all(visitorsOf('en').map(findingsOf));
    const paths = findings.flatMap((each) => each.paths);
    const missing = Object.values(PATHS).filter((route) => !paths.some((path) => matchPath(route, path)));
    expect(missing, 'add a screen for each of these paths to tests/e2e/everyPage.ts').toEqual([]);
  });

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

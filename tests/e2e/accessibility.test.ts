import type { Browser } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { describe } from 'vitest';
import { PATHS } from '#domain/paths.ts';
import { settle } from './everyPage.ts';
import { everyVisitor, type Sightseer } from './everyVisitor.ts';
import { test as base } from './inChromium.ts';
import { layoutFaults, USUAL_SCREEN } from './layoutFaults.ts';
import { violationsInBothThemes } from './violations.ts';
import { openVisitor } from './visitor.ts';

/** The faults that were found on the way of a sightseer. */
interface Findings {
  /** The paths come through. */
  readonly paths: readonly string[];
  readonly stirring: readonly string[];
  readonly violations: readonly string[];
  readonly layoutFaults: readonly string[];
  /** The messages of the console, the calls and the content policy. */
  readonly printed: readonly string[];
}

/** Walks once through all that everybody can have on the screen; the tests look at what was found. */
const test = base.extend('findingsOf', { scope: 'file' }, ({ chromium, product }) => {
  const walks = new Map<Sightseer, Promise<Findings>>();
  return (sightseer: Sightseer): Promise<Findings> => {
    const walk = walks.get(sightseer) ?? walkOf(sightseer, chromium, product.url);
    walks.set(sightseer, walk);
    return walk;
  };
});

async function walkOf({ prepare, isAnswered }: Sightseer, chromium: Browser, url: string): Promise<Findings> {
  const { screens, token } = await prepare(url, 1);
  const { page, takeProblems } = await openVisitor(chromium, { url, token, viewport: USUAL_SCREEN });
  const findings = {
    paths: new Array<string>(),
    stirring: new Array<string>(),
    violations: new Array<string>(),
    layoutFaults: new Array<string>(),
  };
  for (const { name, open, covered = false } of screens) {
    await open(page);
    if (!covered) await settle(page);
    findings.paths.push(new URL(page.url()).pathname);
    const stirring = await page.evaluate(() => document.getAnimations().length);
    if (stirring > 0) findings.stirring.push(`${name}: ${stirring} animations`);
    const inBothThemes = await violationsInBothThemes(page);
    findings.violations.push(...inBothThemes.map((violation) => `${name}, ${violation}`));
    const faults = isAnswered ? await layoutFaults(page) : [];
    findings.layoutFaults.push(...faults.map((fault) => `${name} ${fault}`));
  }
  await page.context().close();
  return { ...findings, printed: takeProblems() };
}

describe.concurrent('everything that anybody can have on the screen', () => {
  test.for(everyVisitor)(
    'section 2, Theme: dark or light, axe finds no violation: $name',
    async (sightseer, { expect, findingsOf }) => {
      expect((await findingsOf(sightseer)).violations).toEqual([]);
    },
  );

  test('no page of the route table is left out', async ({ expect, findingsOf }) => {
    const findings = await Promise.all(everyVisitor.map(findingsOf));
    const paths = findings.flatMap((each) => each.paths);
    const missing = Object.values(PATHS).filter((route) => !paths.some((path) => matchPath(route, path)));
    expect(missing, 'add how somebody comes there to tests/e2e/everyPage.ts').toEqual([]);
  });

  test.for(everyVisitor)('nothing moves under reduced motion: $name', async (sightseer, { expect, findingsOf }) => {
    expect((await findingsOf(sightseer)).stirring).toEqual([]);
  });

  test.for(everyVisitor)(
    'nothing goes wrong but what belongs to the way, and nothing that the content policy refuses (reliability 58): $name',
    async (sightseer, { expect, findingsOf }) => {
      const { printed } = await findingsOf(sightseer);
      if (sightseer.isAnswered) expect(printed).toEqual(sightseer.problems);
      else expect(sightseer.problems).toEqual(expect.arrayContaining([...new Set(printed)]));
    },
  );

  test.for(everyVisitor.filter(({ isAnswered }) => isAnswered))(
    'section 9: from 320 px up and at 400 % nothing scrolls sideways, sticks or is too small to be hit: $name',
    async (sightseer, { expect, findingsOf }) => {
      expect((await findingsOf(sightseer)).layoutFaults).toEqual([]);
    },
  );
});

import { expect } from 'vitest';
import { display, firefox, webKitDriver } from '../../programs/browsers.ts';
import { pathOf } from '../../programs/program.ts';
import { rounds } from '../../rounds.ts';
import { test as base } from '../inChromium.ts';
import type { Driver, Motion } from './driver.ts';
import { launchFirefox } from './launchFirefox.ts';
import { launchWebKit } from './launchWebKit.ts';
import { visitBy, type EngineVisitor } from './visitBy.ts';

const ENGINES = {
  Firefox: (motion: Motion) => launchFirefox(pathOf(firefox), motion),
  WebKit: (motion: Motion) => launchWebKit(pathOf(webKitDriver), pathOf(display), motion),
};

type Engine = keyof typeof ENGINES;

/** The engines other than Chromium. */
export const engines: readonly Engine[] = ['Firefox', 'WebKit'];

/** A test in these engines, each started once per file. Errors in the page fail the test. */
export const test = base
  // Without a graphics card, animations take a third of the time of a visit.
  .extend('motion', { scope: 'file' }, () => rounds<Motion>('reduce', 'no-preference'))
  .extend('launch', { scope: 'file' }, ({ motion }, { onCleanup }) => {
    const launched = new Map<Engine, Promise<Driver>>();
    onCleanup(async () => {
      for (const driver of launched.values()) await (await driver).close();
    });
    return (engine: Engine): Promise<Driver> => {
      const driver = launched.get(engine) ?? ENGINES[engine](motion);
      launched.set(engine, driver);
      return driver;
    };
  })
  /** A user whose Firefox blocks cookies and site data. */
  .extend('blockedVisitor', async ({ motion, product }, { onCleanup }) => {
    const driver = await launchFirefox(pathOf(firefox), motion, true);
    onCleanup(driver.close);
    return visitBy(driver, product.url);
  })
  .extend('visitIn', async ({ launch, product }, { onCleanup }) => {
    const visitors: EngineVisitor[] = [];
    onCleanup(async () => {
      for (const visitor of visitors) expect(await visitor.takeProblems()).toEqual([]);
    });
    return async (engine: Engine, { token }: { readonly token?: string } = {}): Promise<EngineVisitor> => {
      const visitor = await visitBy(await launch(engine), product.url, token);
      visitors.push(visitor);
      return visitor;
    };
  });

import { expect, inject } from 'vitest';
import { rounds } from '../../rounds.ts';
import { test as base } from '../inChromium.ts';
import type { Driver, Motion } from './driver.ts';
import { pathOf, type EnginePaths } from './findEngines.ts';
import { launchFirefox } from './launchFirefox.ts';
import { launchWebKit } from './launchWebKit.ts';
import { visitBy, type EngineVisitor } from './visitBy.ts';

/** Drawn without a graphics card, what moves costs a third of a visit. */
const motion = rounds<Motion>('reduce', 'no-preference');

const ENGINES = {
  Firefox: (paths: EnginePaths) => launchFirefox(pathOf(paths, 'firefox'), motion),
  WebKit: (paths: EnginePaths) => launchWebKit(pathOf(paths, 'webKitDriver'), pathOf(paths, 'display'), motion),
};

type Engine = keyof typeof ENGINES;

/** The engines beside Chromium. */
export const engines: readonly Engine[] = ['Firefox', 'WebKit'];

/** A test in these engines, each started once a file. Errors of the page fail it. */
export const test = base
  .extend('enginePaths', { scope: 'file' }, () => inject('engines'))
  .extend('launch', { scope: 'file' }, ({ enginePaths }, { onCleanup }) => {
    const launched = new Map<Engine, Promise<Driver>>();
    onCleanup(async () => {
      for (const driver of launched.values()) await (await driver).close();
    });
    return (engine: Engine): Promise<Driver> => {
      const driver = launched.get(engine) ?? ENGINES[engine](enginePaths);
      launched.set(engine, driver);
      return driver;
    };
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

import type { BrowserContextOptions } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import { launchChromium } from './launchChromium.ts';
import { startProduct, type Product } from './startProduct.ts';
import { openVisitor, type Visitor } from './visitor.ts';

interface VisitOptions extends BrowserContextOptions {
  /** Another product than the file's own. */
  readonly url?: string;
  readonly token?: string | undefined;
}

const IN_MOTION = { reducedMotion: 'no-preference' } as const;

/**
 * A test in Chromium: one browser a worker, one started product a file; every problem that a test did not take fails it.
 * The product of the next file starts while the tests of this one run.
 */
export const test = base
  .extend('chromiumPath', { scope: 'worker' }, () => inject('chromiumPath'))
  .extend('chromium', { scope: 'worker' }, async ({ chromiumPath }, { onCleanup }) => {
    const browser = await launchChromium(chromiumPath);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('takeProduct', { scope: 'worker' }, ({ chromium: _sameWorker }, { onCleanup }) => {
    let next = startProduct();
    onCleanup(async () => (await next).stop());
    return (): Promise<Product> => {
      const taken = next;
      next = taken.then(() => startProduct());
      next.catch(() => undefined);
      return taken;
    };
  })
  .extend('product', { scope: 'file' }, async ({ takeProduct }, { onCleanup }) => {
    const product = await takeProduct();
    onCleanup(product.stop);
    return product;
  })
  .extend('isInMotion', { scope: 'file' }, (): boolean => false)
  .extend('visit', async ({ chromium, product, isInMotion }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      const problems = visitors.flatMap(({ takeProblems }) => takeProblems());
      await Promise.all(visitors.map(({ page }) => page.context().close()));
      expect(problems).toEqual([]);
    });
    return async ({ url = product.url, ...options }: VisitOptions = {}): Promise<Visitor> => {
      const visitor = await openVisitor(chromium, { url, ...(isInMotion ? IN_MOTION : {}), ...options });
      visitors.push(visitor);
      return visitor;
    };
  });

/** The same before pages that move: where the focus goes once a dialog has faded, what jumps, a whole purchase. */
export const testInMotion = test.extend('isInMotion', { scope: 'file' }, (): boolean => true);

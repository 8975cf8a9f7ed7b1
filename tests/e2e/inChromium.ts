import type { BrowserContextOptions } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import { launchChromium } from './launchChromium.ts';
import { startProduct } from './startProduct.ts';
import { openVisitor, type Visitor } from './visitor.ts';

interface VisitOptions extends BrowserContextOptions {
  /** Another product than the file's own. */
  readonly url?: string;
  readonly token?: string | undefined;
}

/** A test in Chromium: one browser a worker, one started product a file; every problem that a test did not take fails it. */
export const test = base
  .extend('chromiumPath', { scope: 'worker' }, () => inject('chromiumPath'))
  .extend('chromium', { scope: 'worker' }, async ({ chromiumPath }, { onCleanup }) => {
    const browser = await launchChromium(chromiumPath);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('variables', { scope: 'file' }, { LOG_LEVEL: 'warn' })
  .extend('product', { scope: 'file' }, async ({ variables }, { onCleanup }) => {
    const product = await startProduct(variables);
    onCleanup(product.stop);
    return product;
  })
  .extend('visit', async ({ chromium, product }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      const problems = visitors.flatMap(({ takeProblems }) => takeProblems());
      await Promise.all(visitors.map(({ page }) => page.context().close()));
      expect(problems).toEqual([]);
    });
    return async ({ url = product.url, ...options }: VisitOptions = {}): Promise<Visitor> => {
      const visitor = await openVisitor(chromium, { url, ...options });
      visitors.push(visitor);
      return visitor;
    };
  });

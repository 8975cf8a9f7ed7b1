import type { BrowserContextOptions } from 'playwright-core';
import { expect, test as base } from 'vitest';
import { chromium as wholeChromium, headlessShell } from '../programs/browsers.ts';
import { pathOf } from '../programs/program.ts';
import { rounds } from '../rounds.ts';
import { launchChromium } from './launchChromium.ts';
import { signUpMember, type Member } from './people.ts';
import { startProduct, startProductProcess, type ProductProcess } from './startProduct.ts';
import { openVisitor, type Visitor } from './visitor.ts';

interface VisitOptions extends BrowserContextOptions {
  /** Another product than the file's own. */
  readonly url?: string;
  readonly token?: string | undefined;
}

interface MemberVisit extends BrowserContextOptions {
  readonly age?: number;
  /** In rupiah. */
  readonly balance?: number;
}

/** A visitor costs the check half as much without a window; before a release the browser is the one that people have. */
const findShell = rounds(headlessShell.find, () => undefined);
const IN_MOTION = { reducedMotion: 'no-preference' } as const;

/** A test in Chromium: one browser a worker, one product a file; every problem that a test did not take fails it. */
export const test = base
  .extend('chromiumPath', { scope: 'worker' }, () => findShell() ?? pathOf(wholeChromium))
  .extend('chromium', { scope: 'worker' }, async ({ chromiumPath }, { onCleanup }) => {
    const browser = await launchChromium(chromiumPath);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('product', { scope: 'file' }, async ({ chromium: _beside }, { onCleanup }) => {
    const product = await startProduct();
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
  })
  .extend('visitAsMember', ({ product, visit }) => {
    /** Signs somebody up and opens a browser that has the session. */
    return async ({ age = 30, balance = 0, ...options }: MemberVisit = {}): Promise<
      Visitor & { readonly member: Member }
    > => {
      const member = await signUpMember(product.url, { age, balance });
      return { member, ...(await visit({ token: member.token, ...options })) };
    };
  });

/** The same before pages that move: where the focus goes once a dialog has faded, what jumps, a whole purchase. */
export const testInMotion = test.extend('isInMotion', { scope: 'file' }, (): boolean => true);

/** The same before a product that can be killed and started again. */
export const testWithProcess = test.extend(
  'product',
  { scope: 'file' },
  async ({ chromium: _beside }, { onCleanup }): Promise<ProductProcess> => {
    const product = await startProductProcess();
    onCleanup(product.stop);
    return product;
  },
);

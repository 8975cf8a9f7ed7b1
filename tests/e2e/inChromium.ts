import type { BrowserContextOptions } from 'playwright-core';
import { expect, test as base } from 'vitest';
import { chromium as wholeChromium, headlessShell } from '../programs/browsers.ts';
import { pathOf } from '../programs/program.ts';
import { rounds } from '../rounds.ts';
import { explainFailure } from './explainFailure.ts';
import { launchChromium } from './launchChromium.ts';
import { signUpMember, type Member } from './people.ts';
import { startProduct } from './startProduct.ts';
import { openVisitor, type Visitor } from './visitor.ts';

interface VisitOptions extends BrowserContextOptions {
  /** The URL of the server. Defaults to the product of the test file. */
  readonly url?: string;
  readonly token?: string | undefined;
}

interface MemberVisit extends BrowserContextOptions {
  readonly age?: number;
  /** In rupiah. */
  readonly balance?: number;
}

/** The headless shell takes half the time of Chromium; the long round before a release uses the whole browser. */
const findShell = rounds(headlessShell.find, () => undefined);
const IN_MOTION = { reducedMotion: 'no-preference' } as const;

/** A test in Chromium: one browser per worker, one product per file. Problems left in `takeProblems` fail the test. */
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
  .extend('visit', async ({ chromium, product, isInMotion, task }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      await explainFailure(visitors, task.result?.errors);
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
    /** Signs up a user and opens a browser with their session. */
    return async ({ age = 30, balance = 0, ...options }: MemberVisit = {}): Promise<
      Visitor & { readonly member: Member }
    > => {
      const member = await signUpMember(product.url, { age, balance });
      return { member, ...(await visit({ token: member.token, ...options })) };
    };
  });

/** `test` with animations enabled: to check layout shifts, a whole purchase, or the focus after a dialog has faded out. */
export const testInMotion = test.extend('isInMotion', { scope: 'file' }, (): boolean => true);

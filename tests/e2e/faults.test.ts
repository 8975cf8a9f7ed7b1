import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { violations } from './violations.ts';

/** The complaints of browser and console about code that could not be fetched. */
const CODE_OUT_OF_REACH = new Set(['net::ERR_CONNECTION_REFUSED', `console: CallFailed: ${messages.unreachable}`]);

function kindsOf(problems: readonly string[]): Set<string> {
  return new Set(problems.map((problem) => problem.replace(/(?: GET |\n).*$/s, '')));
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
}

describe.concurrent('section 8: a part of the product that cannot be loaded', () => {
  test.for(['main', 'react'])(
    'the first page lacks its %s script: a sentence, and a Retry that works',
    async (script, { expect, visit }) => {
      const { page, takeProblems } = await visit();
      await page.route(`**/assets/${script}-*.js`, (route) => route.abort('connectionrefused'));
      await page.goto('/');
      const alert = page.getByRole('alert');
      const message = 'Nobar Now could not be loaded. Check your connection and try again.';
      await alert.filter({ hasText: message }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.unroute(`**/assets/${script}-*.js`);
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
      expect(await alert.allTextContents()).toEqual([]);
      expect(takeProblems()).not.toEqual([]);
    },
  );

  test('the first page lacks the code of its page: a sentence, and a Retry that works', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    await page.route('**/assets/HomePage-*.js', (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await page.getByRole('alert').getByText(messages.unreachable).waitFor();
    await page.unroute('**/assets/HomePage-*.js');
    await retry(page);
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    expect(kindsOf(takeProblems())).toEqual(CODE_OUT_OF_REACH);
  });

  test('the code of its page comes at the second try: somebody who was here before finds the page, and nothing is complained of', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url);
    const { page, takeProblems } = await visit(member);
    // The document asks for it first, then the product does.
    await page.route('**/assets/MoviePage-*.js', (route) => route.abort('connectionrefused'), { times: 2 });
    await page.goto('/movie/Metropolis');
    await page.getByRole('banner').getByRole('button', { name: member.displayName }).waitFor();
    await page
      .getByRole('heading', { name: 'Metropolis 1927' })
      .or(page.getByRole('button', { name: 'Retry' }))
      .waitFor();
    expect(takeProblems().filter((problem) => problem.startsWith('page:'))).toEqual([]);
  });
});

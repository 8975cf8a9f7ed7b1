import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

const resultSchema = v.object({
  violations: v.array(v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string() })) })),
});

/** What axe finds wrong with the page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations: found } = v.parse(resultSchema, await page.evaluate('axe.run()'));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

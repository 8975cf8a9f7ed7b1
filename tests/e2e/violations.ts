import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

const resultSchema = v.object({
  violations: v.array(v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string() })) })),
});

const OPTIONS = JSON.stringify({ rules: { 'target-size': { enabled: true } } });

/** What axe finds on a page against WCAG 2.2 AA and its own best practices, or within the element that a selector names. */
export async function violations(page: Page, selector = 'html'): Promise<string[]> {
  await page.evaluate(axe.source);
  const outcome = await page.evaluate(`axe.run(${JSON.stringify(selector)}, ${OPTIONS})`);
  const { violations: found } = v.parse(resultSchema, outcome);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

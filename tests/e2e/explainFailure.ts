import type { Visitor } from './visitor.ts';

const TIMEOUT_MILLISECONDS = 2000;

/** Adds the address and the accessibility tree of each visitor's page, or of its open dialog, to the messages of a test's errors. */
export async function explainFailure(
  visitors: readonly Pick<Visitor, 'page'>[],
  errors: readonly { message: string }[] = [],
): Promise<void> {
  if (errors.length === 0) return;
  for (const { page } of visitors) {
    const place = page.getByRole('dialog').or(page.getByRole('main')).last();
    const tree = await place.ariaSnapshot({ timeout: TIMEOUT_MILLISECONDS }).catch(() => 'There is no page.');
    for (const error of errors) error.message += `\n\nThe page at ${page.url()}:\n${tree}`;
  }
}

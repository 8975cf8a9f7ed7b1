import type { Response } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './inChromium.ts';

const JAVASCRIPT_BUDGET = 105 * 1024;

describe('the first load of /', () => {
  test('transfers at most 105 KB of JavaScript, each script in brotli', async ({ visit }) => {
    const { page } = await visit();
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();

    const encodings = await Promise.all(scripts.map((script) => script.headerValue('content-encoding')));
    expect(new Set(encodings)).toEqual(new Set(['br']));
    const sizes = await Promise.all(scripts.map((script) => script.request().sizes()));
    const bytes = sizes.reduce((total, { responseBodySize }) => total + responseBodySize, 0);
    expect(bytes).toBeGreaterThan(20 * 1024);
    expect(bytes).toBeLessThanOrEqual(JAVASCRIPT_BUDGET);
  });
});

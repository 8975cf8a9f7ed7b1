import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { groupedCode } from '#domain/admissionCode.ts';
import { buySeats } from './callApi.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { changeTheme } from './violations.ts';

/** A place within the empty margin of the QR code, in pixels from its side. */
const MARGIN = 8;
const A4 = { width: 794, height: 1123 };

function sheet(page: Page) {
  return page.getByRole('article', { name: 'The Kid' });
}

/** Decodes the QR code from a screenshot. Some scanners read only dark codes on white, so the code must be that. */
async function scan(page: Page): Promise<string> {
  const png = await page.getByRole('img', { name: 'QR code of ticket' }).screenshot();
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const margin = (Math.round(height / 2) * width + MARGIN) * 4;
  expect([...data.subarray(margin, margin + 3)], 'the margin of the code').toEqual([255, 255, 255]);
  return decodeQR({ width, height, data });
}

/** Imitates extensions that rewrite colours, such as Dark Reader. */
async function darkenAsExtension(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`
      * { background: #181a1b !important; color: #e8e6e3 !important; fill: #e8e6e3 !important; stroke: #e8e6e3 !important }
    `);
    document.adoptedStyleSheets = [rules];
  });
}

describe('the ticket page', () => {
  test('its QR code can be scanned from a phone of 320 px in both themes and from paper: one page, black on white', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 135_000 });
    const { id, admissionCode } = await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [17]);
    const { page } = await visit({ token: member.token, viewport: { width: 320, height: 700 } });
    await page.goto(`/my-tickets/${id}`);
    await sheet(page).waitFor();
    await settle(page);
    expect(await scan(page), 'dark').toBe(admissionCode);
    const code = page.getByText(groupedCode(admissionCode ?? ''));
    expect(await code.evaluate((element) => getComputedStyle(element).userSelect)).toBe('auto');
    await changeTheme(page);
    await settle(page);
    expect(await scan(page), 'light').toBe(admissionCode);

    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.setViewportSize(A4);
    await page.emulateMedia({ media: 'print' });
    for (const hidden of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('button', { name: 'Print' }),
    ]) {
      expect(await hidden.allTextContents()).toEqual([]);
    }
    const colours = await sheet(page).evaluate((element) => {
      const inks = [element, ...element.querySelectorAll('*:not(svg, svg *)')].map(
        (each) => getComputedStyle(each).color,
      );
      return { inks: [...new Set(inks)], paper: getComputedStyle(document.documentElement).backgroundColor };
    });
    expect(colours).toEqual({ inks: ['rgb(0, 0, 0)'], paper: 'rgb(255, 255, 255)' });
    expect(await scan(page), 'printed').toBe(admissionCode);
  });

  test('its QR code can be scanned under forced colours, in a dark mode that the browser forces on pages, and under an extension that rewrites colours', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 135_000 });
    const { id, admissionCode } = await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [21]);
    const { page } = await visit(member);
    await page.goto(`/my-tickets/${id}`);
    await sheet(page).waitFor();
    await settle(page);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    expect(await scan(page)).toBe(admissionCode);
    await page.emulateMedia({ forcedColors: 'none' });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
    expect(await scan(page)).toBe(admissionCode);
    await darkenAsExtension(page);
    expect(await scan(page)).toBe(admissionCode);
  });

  test('its calendar file has the time zone of the cinema, also on a device in Honolulu', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 135_000 });
    const { id } = await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [19]);
    const { page } = await visit(member);
    await page.goto(`/my-tickets/${id}`);
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Add to calendar' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('ticket.ics');
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^DTSTART;TZID=Asia\/Jakarta:\d{8}T203500\r$/m);
  });
});

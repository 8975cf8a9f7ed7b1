import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import { describe, expect } from 'vitest';
import { buySeats, ticketsOf } from './callApi.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';

const A4 = { width: 794, height: 1123 };

function sheet(page: Page) {
  return page.getByRole('article', { name: 'The Kid' });
}

/** Reads the QR code as it stands on the screen, as a scanner does. */
async function scan(page: Page): Promise<string> {
  const png = await page.getByRole('img', { name: 'QR code of ticket' }).screenshot();
  const { width, height, data } = await page.evaluate(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const bitmap = await createImageBitmap(image);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    return { width: bitmap.width, height: bitmap.height, data: [...pixels] };
  }, png.toString('base64'));
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

describe('a ticket in hand', () => {
  for (const theme of ['dark', 'light']) {
    test(`${theme}: a scanner reads its id from the screen, also from a phone of 320 px`, async ({
      product,
      visit,
    }) => {
      const member = await signUpMember(product.url, { balance: 135_000 });
      await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [theme === 'dark' ? 17 : 18]);
      const [ticket] = await ticketsOf(product.url, member);
      const { page } = await visit({ token: member.token, viewport: { width: 320, height: 700 } });
      await page.addInitScript((chosen) => localStorage.setItem('nobar-now.theme', chosen), theme);
      await page.goto(`/my-tickets/${ticket?.id}`);
      await sheet(page).waitFor();
      await settle(page);
      expect(await scan(page)).toBe(ticket?.id);
    });
  }

  test('its calendar file starts at the showtime’s instant, whatever the zone of the visitor', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 135_000 });
    await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [19]);
    const [ticket] = await ticketsOf(product.url, member);
    const { page } = await visit({ token: member.token, timezoneId: 'America/New_York' });
    await page.goto(`/my-tickets/${ticket?.id}`);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`${ticket?.id}.ics`);
    const calendar = new ICAL.Component(ICAL.parse(await readFile(await download.path(), 'utf8')));
    for (const zone of calendar.getAllSubcomponents('vtimezone')) {
      ICAL.TimezoneService.register(new ICAL.Timezone(zone));
    }
    const event = calendar.getFirstSubcomponent('vevent');
    const start = event === null ? undefined : new ICAL.Event(event).startDate;
    expect(start?.toJSDate().toISOString()).toBe(ticket?.startsAt);
    expect(event?.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('Asia/Jakarta');
  });

  test('it prints on one page, black on white, without the shell', async ({ product, visit }) => {
    const member = await signUpMember(product.url, { balance: 135_000 });
    await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [20]);
    const [ticket] = await ticketsOf(product.url, member);
    const { page } = await visit({ token: member.token, viewport: A4 });
    await page.goto(`/my-tickets/${ticket?.id}`);
    await sheet(page).waitFor();
    await settle(page);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
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
    expect(await scan(page)).toBe(ticket?.id);
  });
});

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { rowsOfSeats } from '#messages/seats.ts';
import { rounds } from '../rounds.ts';
import { addDoor, buyWithCode, THURSDAY_EVENING, type TestDoor } from '../server/atTheDoor.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { addPerson } from '../server/people.ts';
import { settle } from './everyPage.ts';
import { writeVideo } from './fakeCamera.ts';
import { test as base } from './inChromium.ts';
import { launchChromium } from './launchChromium.ts';
import { startCinema } from './startCinema.ts';
import { openVisitor } from './visitor.ts';

type Cinema = Awaited<ReturnType<typeof startCinema>>;

/** A test at the door of the screening tonight at 20.35; it is 20.00. */
const test = base.extend('tonight', async ({ chromium: _beside }, { onCleanup }) => {
  const started = await startCinema({ now: THURSDAY_EVENING });
  onCleanup(started.stop);
  return started;
});

/** Buys tickets of one seat each. */
async function buyTickets({ cinema }: Cinema, seats: readonly number[]) {
  const person = await addPerson(cinema, { balance: 10_000_000 });
  const tickets = [];
  for (const seat of seats) tickets.push(await buyWithCode(cinema, person, { seatNumbers: [seat] }));
  return { person, tickets };
}

/** Opens a door on a phone and chooses the screening. */
async function openDoor(page: Page, { token }: TestDoor): Promise<void> {
  await page.goto(`/door#${token}`);
  await page.getByRole('button', { name: /^Next\s*The Kid/ }).click();
  await page.getByRole('textbox', { name: 'Code of the ticket' }).waitFor();
}

/** Types a code as a hand scanner does, wherever the focus is, and waits for the answer. */
async function scanByHand(page: Page, code: string, answer: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: answer }).waitFor();
}

interface Phone {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Whether the browser forces a dark mode on pages. */
  readonly isForcedDark?: boolean;
}

const PHONES = rounds<readonly Phone[]>(
  [
    { theme: 'light', width: 390 },
    { theme: 'dark', width: 320, isForcedDark: true },
  ],
  [
    { theme: 'light', width: 390 },
    { theme: 'dark', width: 390 },
    { theme: 'dark', width: 390, isForcedDark: true },
    { theme: 'dark', width: 320 },
  ],
);

/** A screenshot of a ticket as a phone shows it. */
async function photograph(
  browser: Browser,
  { url, token, id }: { readonly url: string; readonly token: string; readonly id: string },
  { theme, width, isForcedDark = false }: Phone,
): Promise<Buffer> {
  const { page } = await openVisitor(browser, { url, token, viewport: { width, height: 740 } });
  await page.addInitScript((name) => localStorage.setItem('nobar-now.theme', name), theme);
  await page.goto(`/my-tickets/${id}`);
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await settle(page);
  if (isForcedDark) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  }
  await page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded();
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
}

describe('the door', () => {
  test('its camera reads tickets from phones in both themes, in a forced dark mode and at 320 px', async ({
    chromiumPath,
    chromium,
    tonight,
  }) => {
    const seats = [12, 20, 28, 36].slice(0, PHONES.length);
    const { person, tickets } = await buyTickets(tonight, seats);
    const pictures = [];
    for (const [index, phone] of PHONES.entries()) {
      const ticket = { url: tonight.url, token: person.token, id: tickets[index]?.id ?? 'never sold' };
      pictures.push(await photograph(chromium, ticket, phone));
    }
    const video = join(await freshFolder('nobar-now-camera-'), 'tickets.y4m');
    await writeVideo(video, pictures, { framesPerSecond: 5, framesEach: 6 });
    const browser = await launchChromium(chromiumPath, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]);
    const { page, takeProblems } = await openVisitor(browser, { url: tonight.url, permissions: ['camera'] });
    await openDoor(page, await addDoor(tonight.cinema));
    for (const seat of seats) {
      const welcome = page.getByRole('alert').filter({ hasText: 'Welcome' });
      await welcome.filter({ hasText: rowsOfSeats([seat])[0] ?? '' }).waitFor();
    }
    await page.getByText(`${seats.length} of ${seats.length} inside`).waitFor();
    for (const [width, height] of [
      [320, 568],
      [740, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      const last = await page.getByRole('alert').elementHandle();
      await page.waitForFunction((alert) => document.querySelector('[role=alert]') !== alert, last);
      const { y = 0, height: tall = 0 } = (await page.getByRole('alert').boundingBox()) ?? {};
      expect([y >= 0, y + tall <= height + 1], `the answer is in view at ${width} x ${height}`).toEqual([true, true]);
    }
    expect(takeProblems()).toEqual([]);
    await browser.close();
  });

  test('admits 20 tickets offline, keeps them and its theme over a reload, and sends each once when it is online', async ({
    tonight,
    visit,
  }) => {
    const seats = Array.from({ length: 20 }, (_, index) => index + 1);
    const { tickets } = await buyTickets(tonight, seats);
    const { page, takeProblems } = await visit({ url: tonight.url, serviceWorkers: 'allow' });
    await page.goto('/');
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await expect(page.goto('/door'), 'the worker of the pages leaves the door alone').rejects.toThrow('DISCONNECTED');
    await page.context().setOffline(false);
    await openDoor(page, await addDoor(tonight.cinema));
    expect(page.url()).toBe(`${tonight.url}/door`);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    for (const { code, seatNumbers } of tickets.slice(0, 10))
      await scanByHand(page, code, `Welcome, not confirmed${rowsOfSeats(seatNumbers)[0]}`);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.reload();
    await page.getByText('10 not sent yet').waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    for (const { code, seatNumbers } of tickets.slice(10))
      await scanByHand(page, code, `Welcome, not confirmed${rowsOfSeats(seatNumbers)[0]}`);
    await page.getByText('20 not sent yet').waitFor();
    await page.getByText('20 of 20 inside').waitFor();
    await page.context().setOffline(false);
    await page.getByText('not sent yet').waitFor({ state: 'detached' });
    const { db } = tonight.cinema;
    const admitted = await db.selectFrom('admissions').select('ticket_id').execute();
    expect(new Set(admitted.map(({ ticket_id }) => ticket_id)).size).toBe(20);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('queue')))).toEqual([]);
    takeProblems();
  });

  test('opens with the inspector beside it', async ({ tonight, visit }) => {
    const { page } = await visit({ url: tonight.url });
    await page.goto('/door?inspect');
    await page.getByRole('heading', { name: 'Inspector' }).waitFor();
    await page.getByRole('heading', { name: 'This phone is not a door' }).waitFor();
  });
});

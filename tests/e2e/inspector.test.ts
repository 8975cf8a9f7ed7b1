import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { StateValue } from 'xstate';
import { seatName } from '#domain/seatNames.ts';
import { sentences } from '#domain/sentences.ts';
import { judgeReplay } from '../../src/recording/judgeReplay.ts';
import { parseRecording } from '../../src/recording/recording.ts';
import { replayRecording } from '../../src/recording/replayRecording.ts';
import { rootMachine } from '../../src/recording/rootMachines.ts';
import { rounds } from '../rounds.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember, stranger } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { violations, violationsInBothThemes } from './violations.ts';

const PHONE = { width: 360, height: 740 };
const STATELY = 'https://stately.ai/**';

describe('without ?inspect', () => {
  test('nothing of the inspector is loaded', async ({ visit }) => {
    const { page } = await visit();
    const files = filesOf(page);
    await page.goto('/movies');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    expect(files.filter((file) => /inspect|layOutGraph/i.test(file))).toEqual([]);
    expect(await inspector(page).count()).toBe(0);
  });
});

describe('with ?inspect', () => {
  test('a developer sees every actor, its chart and what comes next, and looks back, within the origin', async ({
    product,
    visit,
  }) => {
    const { showtimeDate, showtimeTime } = tomorrowEvening();
    const { page } = await visit();
    const files = filesOf(page);
    await page.goto('/?inspect');
    for (const name of ['app', 'session', 'authDialog', 'movies', 'theme', 'overlay', 'toasts', 'shell']) {
      await actor(page, name).waitFor();
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies' }).click();
    await page.getByRole('link', { name: 'Metropolis 1927' }).click();
    await actor(page, 'booking').check();
    await page.getByRole('img', { name: 'booking is in choosing.choosingShowtime' }).waitFor();
    await page.getByRole('button', { name: showtimeDate }).click();
    await page.getByRole('button', { name: showtimeTime }).click();
    await page.getByRole('button', { name: seatName(21) }).click();
    await page.getByRole('img', { name: 'booking is in choosing.hall.choosingSeats' }).waitFor();
    const next = page.getByRole('list', { name: 'Possible events' });
    await next.getByText('purchase.review [isSignedIn]').waitFor();
    expect(await next.getByRole('listitem').filter({ hasText: 'purchase.review' }).innerText()).toContain(
      'refused now',
    );

    await page
      .getByRole('option', { name: /clock\.ticked/ })
      .first()
      .waitFor();
    await page.getByRole('option', { name: /showtime\.changed choosing\.loadingSeats/ }).click();
    await page.getByRole('img', { name: 'booking is in choosing.loadingSeats' }).waitFor();
    expect(await page.getByRole('button', { name: seatName(21) }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Only the chosen actor' }).click();
    await page
      .getByRole('option', { name: /choosing\.hall\.choosingSeats/ })
      .last()
      .click();
    await page.getByRole('img', { name: 'booking is in choosing.hall.choosingSeats' }).waitFor();
    // The step before it, be it the showtime's or a tick of the clock while the seats were on their way.
    await page.getByRole('listbox', { name: 'Event log' }).press('ArrowDown');
    await page.getByRole('img', { name: 'booking is in choosing.loadingSeats' }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await inspector(page).getByText('Live').waitFor();

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByText('The chosen actor does not run now.').waitFor();
    expect(files.filter((file) => !file.startsWith(product.url) && !file.startsWith('data:'))).toEqual([]);
  });

  test('copies the machine for the Stately tools', async ({ visit }) => {
    const { page } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/?inspect');
    await actor(page, 'session').check();
    await page.getByRole('button', { name: 'Copy machine' }).click();
    await inspector(page).getByRole('status').getByText('Copied session').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"initial": "restoring"');
  });

  test('a dialog of the product stays open while its machine is looked at, by mouse and by key', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/?inspect');
    await page.getByRole('button', { name: 'Sign In' }).click();
    const username = page.getByRole('dialog').getByLabel('User name');
    await username.fill('ana');
    await page.keyboard.press('F6');
    await page.keyboard.press('Tab');
    await actor(page, 'authDialog').click();
    await page.getByRole('img', { name: 'authDialog is in open.signIn.editing' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('F6');
    expect(await username.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await username.inputValue()).toBe('ana');
  });

  test('no password reaches the panel or the stream, which opens only when asked for', async ({ visit }) => {
    const person = stranger();
    const { page } = await visit();
    const received = await standInForStately(page.context());
    await page.goto('/?inspect');
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Stream to the Stately inspector' }).click();
    await (await opening).waitForURL(STATELY);
    await page.bringToFront();

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await dialog.getByLabel('User name').fill(person.username);
    await dialog.getByLabel('Display name').fill(person.displayName);
    await dialog.getByLabel('Age').fill(String(person.age));
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByLabel('Confirm password').fill(person.password);
    const dialogSteps = page.getByRole('option', { name: /authDialog field\.change/ });
    await dialogSteps.first().click();
    await inspector(page).getByText('Event field.change').click();
    await inspector(page).getByText('Data of authDialog').click();
    expect(await inspector(page).innerText()).toContain('(removed)');
    expect(await inspector(page).innerText()).not.toContain(person.password);
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await toast(page, sentences.signUpSuccess).waitFor();
    for (const name of ['app', 'session', 'authDialog']) {
      await actor(page, name).check();
      expect(await inspector(page).innerText()).not.toContain(person.password);
    }

    const token = await page.evaluate(() => localStorage.getItem('nobar-now.token'));
    await expect.poll(() => received.join()).toContain('auth.succeeded');
    expect(token).toMatch(/.{16}/);
    expect(received.join()).toContain('"name":"session"');
    expect(received.filter((text) => text.includes(person.password) || text.includes(String(token)))).toEqual([]);
    expect(await page.content()).not.toContain(String(token));
  });

  test('a purchase is saved in less than 50 KB without a word of its visitor, repeated in Node without a difference, and replayed in the page, forwards and backwards, with no call that leaves the browser', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 200_000 });
    const { page: bought } = await visit({ token: member.token });
    const text = await recordPurchase(bought);
    expect(text.length).toBeLessThan(50_000);
    const secrets = [member.username, member.displayName, member.password, member.token];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    const { breaches, changed, differences, wanting } = judgeReplay(text);
    expect({ breaches, changed, differences }).toEqual({ breaches: [], changed: [], differences: [] });
    expect(wanting('intents.idle')).toBeUndefined();

    const { page } = await visit({ reducedMotion: 'reduce' });
    await openRecording(page, text);
    const calls = filesOf(page);
    const slider = page.getByRole('slider', { name: /^Moment/ });
    await slider.fill(String(momentOf(text, { choosing: { hall: 'confirming' } })));
    const dialog = page.getByRole('dialog', { name: 'Buy Tickets' });
    await dialog.getByText('Metropolis').first().waitFor();
    // The dialog has come, and the keys are still the slider's.
    await page.keyboard.press('ArrowLeft');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await dialog.waitFor();
    expect(await slider.evaluate((element) => element === document.activeElement)).toBe(true);
    await actor(page, 'booking').check();
    await page.getByRole('img', { name: 'booking is in choosing.hall.confirming' }).waitFor();
    await dialog.getByRole('button', { name: 'Buy' }).click();
    await page.getByRole('button', { name: 'Step back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'booking is in choosing.hall.choosingSeats' }).waitFor();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await dialog.waitFor();
    await page.getByRole('button', { name: 'As fast as it can' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(calls.filter((address) => !isFileOf(product.url, address))).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole('button', { name: 'Leave the replay' }).click();
    await inspector(page).getByText('Live').waitFor();
  });

  test('a file that is no recording is refused with a sentence', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/about?inspect');
    await chooseFile(page, 'nonsense');
    await inspector(page).getByRole('status').getByText('This file is no recording: it is not JSON.').waitFor();
  });

  test('where a replay is asked for and the tab keeps no recording, the product opens and the panel says so', async ({
    visit,
  }) => {
    const { page } = await visit();
    await page.goto('/about?inspect=replay');
    await inspector(page).getByRole('status').getByText('This tab keeps no recording').waitFor();
    await page.getByRole('heading', { name: 'About' }).waitFor();
  });

  test.for(rounds([PHONE], [PHONE, { width: 1440, height: 900 }]))(
    'minimised, it covers nothing of a purchase, at $width px',
    async (viewport, { product, visit }) => {
      const { token } = await signUpMember(product.url, { balance: 200_000 });
      const { page } = await visit({ token, viewport });
      await page.goto(`${addressOf('Metropolis', tomorrowEvening())}&inspect`);
      await page.getByRole('button', { name: 'Minimise' }).click();
      await page.getByRole('button', { name: 'Show as list' }).click();
      await page.getByRole('button', { name: 'Show as list' }).click();
      await page.getByRole('button', { name: seatName(64) }).click();
      await page.getByRole('button', { name: 'Buy Tickets' }).click();
      await page.getByRole('dialog', { name: 'Buy Tickets' }).getByRole('button', { name: 'Back' }).click();
    },
  );

  test('has nothing that axe can find, dark or light, wide and on a phone', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } });
    await page.goto('/movie/Metropolis?inspect');
    await actor(page, 'booking').check();
    await page.getByRole('img', { name: 'booking is in choosing.choosingShowtime' }).waitFor();
    await settle(page);
    await page.getByRole('option').first().click();
    await inspector(page).getByText('Data of').click();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole('button', { name: 'Minimise' }).click();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await inspector(page).getByRole('button', { name: 'Inspector' }).click();
    await actor(page, 'app').waitFor();
  });
});

/** Buys a seat with the inspector open, from a document that the server has drawn; gives the text of the saved recording. */
async function recordPurchase(page: Page): Promise<string> {
  await page.goto(`${addressOf('Metropolis', tomorrowEvening())}&inspect`);
  await page.getByRole('button', { name: seatName(31) }).click();
  await page.getByRole('button', { name: 'Buy Tickets' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click();
  await toast(page, sentences.purchaseSuccess).waitFor();
  await page.waitForURL('/');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save recording' }).click();
  await inspector(page).getByRole('status').getByText('The recording is saved').waitFor();
  return readFile(await (await download).path(), 'utf8');
}

/** Drops a recording on the panel. */
async function openRecording(page: Page, text: string): Promise<void> {
  await page.goto('/about?inspect');
  const dataTransfer = await page.evaluateHandle((written) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([written], 'recording.json'));
    return dropped;
  }, text);
  await inspector(page).dispatchEvent('drop', { dataTransfer });
  await page.getByRole('region', { name: 'Replay' }).waitFor();
}

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('Replay a recording').setInputFiles(file);
}

/** The number of the moment from which on the booking stands in a state. */
function momentOf(text: string, state: StateValue): number {
  const { moments } = replayRecording(parseRecording(text), rootMachine);
  const drawn = moments.filter(({ machines }) => machines.has('app'));
  return drawn.findIndex(({ machines }) => machines.get('booking')?.matches(state));
}

/** Whether an address is of the product's own files, which pages are made of. */
function isFileOf(url: string, address: string): boolean {
  return address.startsWith(url) && !new URL(address).pathname.startsWith('/api/');
}

function inspector(page: Page) {
  return page.getByRole('region', { name: 'Inspector' });
}

function actor(page: Page, name: string) {
  return page.getByRole('radio', { name: new RegExp(`^${name} `) });
}

function filesOf(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  return files;
}

/** Answers for stately.ai and gives what the inspector there would be told. */
async function standInForStately(context: BrowserContext): Promise<string[]> {
  const received: string[] = [];
  await context.exposeFunction('keepMessage', (text: string) => received.push(text));
  await context.route(STATELY, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>
        addEventListener('message', ({ data }) => keepMessage(JSON.stringify(data)));
        opener.postMessage({ type: '@statelyai.connected' }, '*');
      </script>`,
    }),
  );
  return received;
}

import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { checkRecording } from '../../src/tooling/checkRecording.ts';
import { rounds } from '../rounds.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { changeTheme, violations, violationsInBothThemes } from './violations.ts';
import { seatName } from '#messages/seats.ts';

const PHONE = { width: 360, height: 740 };
const STATELY = 'https://stately.ai/**';

describe('with ?inspect', () => {
  test('shows every actor, its chart and its possible events, steps back, and requests nothing from other origins', async ({
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
    await page.getByRole('img', { name: 'booking is in choosing.hall' }).waitFor();
    await actor(page, 'hall').check();
    await page.getByRole('img', { name: /^hall is in .*seats\.shown\.choosing/ }).waitFor();
    const possible = page.getByRole('list', { name: 'Possible events' });
    await possible.getByRole('listitem').filter({ hasText: 'seats.share' }).getByText('refused now').waitFor();
    await actor(page, 'booking').check();

    await look(page, /date\.choose/);
    await page.getByRole('img', { name: 'booking is in choosing.choosingShowtime' }).waitFor();
    expect(await page.getByRole('button', { name: seatName(21) }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await inspector(page).getByText('Live', { exact: true }).waitFor();
    expect(files.filter((file) => !file.startsWith(product.url) && !file.startsWith('data:'))).toEqual([]);
  });

  test('a dialog of the product stays open while its machine is selected by mouse and by keyboard', async ({
    visit,
  }) => {
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

  test('the focus stays in the panel when it is minimised and opened again, and F6 leaves it', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/about?inspect');
    await page.getByRole('button', { name: 'Minimise' }).press('Enter');
    await expect.poll(() => focusedInPanel(page)).toBe('BUTTON Inspector');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedInPanel(page)).toBe('H2 Inspector');
    await page.keyboard.press('F6');
    expect(await focusedInPanel(page)).toBe('');
    await page.keyboard.press('F6');
    expect(await focusedInPanel(page)).toBe('H2 Inspector');
  });

  test('F6 leaves the panel while the panel changes', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/about?inspect');
    const button = page.getByRole('button', { name: 'Only the chosen actor' });
    await button.focus();
    await button.evaluate(async (element: HTMLElement) => {
      element.click();
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', bubbles: true, composed: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    expect(await focusedInPanel(page)).toBe('');
  });

  test('no password reaches the panel or Stately’s inspector, which opens only on request', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url);
    const { page } = await visit();
    const received = await stubStately(page.context());
    await page.goto('/?inspect');
    await actor(page, 'app').waitFor();
    expect(await page.getByRole('button', { name: /Stately/ }).count()).toBe(0);
    const opening = page.waitForEvent('popup');
    await page.goto('/?inspect=stately');
    await (await opening).waitForURL(STATELY);
    await page.getByRole('button', { name: 'Open Stately’s inspector' }).waitFor();
    await page.bringToFront();

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByLabel('User name').fill(member.username);
    await dialog.getByLabel('Password').fill(member.password);
    await look(page, /authDialog form\.check/);
    await inspector(page).getByText('Event form.check').click();
    await inspector(page).getByText('Data of authDialog').click();
    // The panel shows the steps a moment later: look at the newest until it has the password.
    await expect
      .poll(async () => {
        await look(page, /authDialog form\.check/);
        return inspector(page).innerText();
      })
      .toContain('(removed)');
    expect(await inspector(page).innerText()).not.toContain(member.password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await toast(page, messages.signInSuccess).waitFor();

    const token = await page.evaluate(() => localStorage.getItem('nobar-now.token'));
    await expect.poll(() => received.join()).toContain('session.start');
    expect(token).toMatch(/.{16}/);
    expect(received.join()).toContain('"name":"session"');
    expect(received.filter((text) => text.includes(member.password) || text.includes(String(token)))).toEqual([]);
    expect(await page.content()).not.toContain(String(token));
  });

  test('a recorded purchase is below 55 KB, has no personal data, and replays in Node and in the panel without API requests', async ({
    product,
    visit,
    visitAsMember,
  }) => {
    const { member, page: bought } = await visitAsMember({ balance: 200_000 });
    const text = await recordPurchase(bought);
    expect(text.length).toBeLessThan(55_000);
    const secrets = [member.username, member.displayName, member.password, member.token];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    const { brokenRules, changed, differences, unmet } = await checkRecording(text);
    expect({ brokenRules, changed, differences }).toEqual({ brokenRules: [], changed: [], differences: [] });
    expect(unmet('app.visitor.signedIn')).toBeUndefined();

    const { page } = await visit({ reducedMotion: 'reduce' });
    await page.goto('/about?inspect');
    const calls = filesOf(page);
    await dropRecording(page, text);
    const replay = page.getByRole('region', { name: 'Replay' });
    await replay.waitFor();
    await look(page, /hall dialog\.opened · .*reviewing\.confirming/);
    const hall = async (state: RegExp) => {
      await actor(page, 'hall').check();
      await page.getByRole('img', { name: state }).waitFor();
    };
    await hall(/^hall is in .*seats\.shown\.reviewing\.confirming/);
    await replay.getByRole('button', { name: 'Step back' }).click();
    await hall(/^hall is in .*seats\.shown\.choosing/);
    await replay.getByRole('slider').press('ArrowRight');
    await hall(/^hall is in .*seats\.shown\.reviewing\.confirming/);
    expect(await page.getByRole('heading', { name: 'About' }).count()).toBe(1);
    expect(calls.filter((address) => !isFileOf(product.url, address))).toEqual([]);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await replay.getByRole('button', { name: 'Leave the replay' }).click();
    await inspector(page).getByText('Live', { exact: true }).waitFor();
  });

  test.for(rounds([PHONE], [PHONE, { width: 1440, height: 900 }]))(
    'minimised, it covers no control of a purchase at $width px',
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

  test('axe finds no violation in both themes, on a desktop and on a phone', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } });
    await page.goto('/movie/Metropolis?inspect');
    await actor(page, 'booking').check();
    await page.getByRole('img', { name: 'booking is in choosing.choosingShowtime' }).waitFor();
    await settle(page);
    await look(page, /booking/);
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

  test('moves to its own window, where the keyboard works and axe finds no violation, and back when the window is closed', async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } });
    await page.goto('/about?inspect');
    await actor(page, 'app').waitFor();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open in a window' }).press('Enter');
    const panel = await opening;
    await actor(panel, 'theme').waitFor();
    expect(await inspector(page).count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).marginInlineEnd)).toBe('0px');
    expect(await focusedInPanel(panel)).toBe('H2 Inspector');
    expect(await panel.title()).toMatch(/^Inspector: /);
    const background = () => inspector(panel).evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(background).not.toBe('rgba(0, 0, 0, 0)');
    const inFirstTheme = await background();
    expect(await violations(panel)).toEqual([]);
    await changeTheme(page);
    await expect.poll(background).not.toBe(inFirstTheme);
    expect(await violations(panel)).toEqual([]);
    await panel.setViewportSize({ width: 360, height: 740 });
    expect(await panel.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await violations(panel)).toEqual([]);

    const reached = await tabThrough(panel);
    for (const name of ['Back to the page', 'Find actors and events', 'Pause', 'Event log', 'Save recording']) {
      expect(reached).toContain(name);
    }
    await panel.close();
    await inspector(page).waitFor();
    await actor(page, 'theme').check();
    await page.getByRole('img', { name: /^theme is in/ }).waitFor();
    await page.getByRole('button', { name: 'Open in a window' }).click();
    const [, again] = page.context().pages();
    // Playwright's own click would fail, because the window closes during it.
    await again
      ?.getByRole('button', { name: 'Back to the page' })
      .evaluate((element: HTMLElement) => void setTimeout(() => element.click()));
    await inspector(page).waitFor();
    await page.getByRole('button', { name: 'Open in a window' }).click();
    await page.goto('/about');
    await expect.poll(() => page.context().pages().length).toBe(1);
  });

  test('any event is sent by keyboard, also one that the machine ignores', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/about?inspect');
    await actor(page, 'theme').check();
    await page.getByLabel('Type of any event').focus();
    await page.keyboard.type('lamp.light');
    await page.getByRole('button', { name: 'Send event (theme would ignore it)' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('{"watts": 5}');
    await page.keyboard.press('Enter');
    await look(page, /theme lamp\.light · ignored/);
    await inspector(page).getByText('Event lamp.light').click();
    expect(await inspector(page).getByRole('group', { name: 'Event lamp.light' }).innerText()).toContain('"watts": 5');
  });

  test('every control is reached by Tab, and the arrow keys select a step', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/about?inspect');
    await actor(page, 'app').waitFor();
    await page.getByRole('img', { name: /^app is in/ }).waitFor();
    await page.keyboard.press('F6');
    const reached = await tabThrough(page);
    const controls = await inspector(page)
      .locator('button, summary, select, input:not([type="radio"]), input:checked, [tabindex="0"]')
      .evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length);
    expect(reached).toHaveLength(controls);
    await page.getByRole('listbox', { name: 'Event log' }).focus();
    await page.keyboard.press('ArrowDown');
    await inspector(page)
      .getByText(/^At \d/)
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Back to now' }).press('Enter');
    await inspector(page).getByText('Live', { exact: true }).waitFor();
  });
});

/** Presses Tab until the focus leaves the panel; gives the names of the controls on the way. */
async function tabThrough(page: Page): Promise<readonly string[]> {
  const names: string[] = [];
  for (let count = 0; count < 100; count += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement?.shadowRoot?.activeElement;
      if (focused === null || focused === undefined) return undefined;
      if (getComputedStyle(focused).outlineStyle === 'none' && !focused.matches('[type="radio"]')) return 'no outline';
      const label = document.activeElement?.shadowRoot?.querySelector(`label[for="${focused.id}"]`)?.textContent;
      return focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '';
    });
    if (name === undefined) return names;
    names.push(name);
  }
  return names;
}

/** Buys a seat with the inspector open, from a server-rendered page; gives the text of the saved recording. */
async function recordPurchase(page: Page): Promise<string> {
  await page.goto(`${addressOf('Metropolis', tomorrowEvening())}&inspect`);
  await page.getByRole('button', { name: seatName(31) }).click();
  await page.getByRole('button', { name: 'Buy Tickets' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click();
  await toast(page, messages.purchaseSuccess).waitFor();
  await page.waitForURL('/');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save recording' }).click();
  await inspector(page).getByRole('status').getByText('The recording is saved').waitFor();
  return readFile(await (await download).path(), 'utf8');
}

/** Drops a recording on the panel. */
async function dropRecording(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((written) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([written], 'recording.json'));
    return dropped;
  }, text);
  await inspector(page).dispatchEvent('drop', { dataTransfer });
}

/** Selects the newest step of the log whose text matches. */
async function look(page: Page, text: RegExp): Promise<void> {
  const log = page.getByRole('listbox', { name: 'Event log' });
  const option = log.getByRole('option', { name: text }).first();
  await option.waitFor({ state: 'attached' });
  await log.selectOption({ value: String(await option.getAttribute('value')) });
}

/** Whether an address belongs to the product but not to its API. */
function isFileOf(url: string, address: string): boolean {
  return address.startsWith(url) && !new URL(address).pathname.startsWith('/api/');
}

function inspector(page: Page) {
  return page.getByRole('region', { name: 'Inspector' });
}

/** The element of the panel that has the focus. Empty if none has. */
function focusedInPanel(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement?.shadowRoot?.activeElement;
    return focused === null || focused === undefined ? '' : `${focused.tagName} ${focused.textContent}`;
  });
}

function actor(page: Page, name: string) {
  return page.getByRole('radio', { name: new RegExp(`(?:^|[(])${name}[ )]`) });
}

function filesOf(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  return files;
}

/** Replaces stately.ai and gives the messages that the inspector there would receive. */
async function stubStately(context: BrowserContext): Promise<string[]> {
  const received: string[] = [];
  await context.exposeFunction('receiveMessage', (text: string) => received.push(text));
  await context.route(STATELY, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>
        addEventListener('message', ({ data }) => receiveMessage(JSON.stringify(data)));
        opener.postMessage({ type: '@statelyai.connected' }, '*');
      </script>`,
    }),
  );
  return received;
}

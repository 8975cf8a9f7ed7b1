import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { describe } from 'vitest';
import { LANGUAGES, pathWithin, type Language } from '#domain/languages.ts';
import { PATHS } from '#domain/paths.ts';
import { rounds } from '../rounds.ts';
import { textsBesideNodes } from '../textsBesideNodes.ts';
import { COVERED, fileNameOf, rest, settle, WITH_FACTS, WITH_FRAME, WITH_TOAST } from './everyPage.ts';
import { visitorsIn, type VisitorKind, type Tour } from './everyVisitor.ts';
import { test as base } from './inChromium.ts';
import { spokenTree } from './spokenTree.ts';
import { shortened, structureOf, withoutFacts, type Tree } from './treeDifference.ts';
import { violationsInBothThemes, violationsInOtherTheme } from './violations.ts';
import { openVisitor } from './visitor.ts';

/** The screen on which every page is opened. */
const USUAL_SCREEN = { width: 1280, height: 720 };
/** The last one is a screen of 1280 by 1024 at a zoom of 400 %. */
const SCREENS = [USUAL_SCREEN, { width: 768, height: 740 }, { width: 320, height: 740 }, { width: 320, height: 256 }];

/** Runs axe; in the check in the theme that the previous screen did not have. */
const findViolations = rounds(violationsInOtherTheme, violationsInBothThemes);

/** Milliseconds for content that renders after a page has settled, such as deferred slides of a carousel. */
const LAST_CHANGES = 3000;

const SMALLEST = 24;
const SMALLEST_OF_ACTIONS = 44;

type Size = typeof USUAL_SCREEN;

/** The problems found on the screens of one kind of visitor. */
export interface Findings {
  /** The paths of the opened pages. */
  readonly paths: readonly string[];
  readonly moving: readonly string[];
  readonly violations: readonly string[];
  readonly layoutFaults: readonly string[];
  readonly textsBesideNodes: readonly string[];
  /** The accessibility tree of each screen, by the screen's name; of a later screen of the same page or dialog, what differs. */
  readonly spoken: ReadonlyMap<string, string>;
  /** The texts and accessible names of each screen, by the screen's name. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Console messages, failed requests and violations of the content policy. */
  readonly printed: readonly string[];
}

/** A test of the screens of a language. Each visitor opens every screen once, and the tests check what was found. */
export function walkThrough(language: Language) {
  return base.extend('findingsOf', { scope: 'file' }, ({ chromium, product }) => {
    const walks = new Map<VisitorKind, Promise<Findings>>();
    // All tickets are bought before the first visitor opens the seats, so that the seat maps do not change.
    let prepared: Promise<ReadonlyMap<VisitorKind, Tour>> | undefined;
    return (kind: VisitorKind): Promise<Findings> => {
      prepared ??= prepareAll(language, product.url);
      const walk = walks.get(kind) ?? walkOf(language, kind, prepared, chromium, product.url);
      walks.set(kind, walk);
      return walk;
    };
  });
}

async function prepareAll(language: Language, url: string): Promise<ReadonlyMap<VisitorKind, Tour>> {
  const tours = visitorsOf(language).map(async (each) => [each, await each.prepare(url, 1)] as const);
  return new Map(await Promise.all(tours));
}

async function walkOf(
  language: Language,
  kind: VisitorKind,
  prepared: Promise<ReadonlyMap<VisitorKind, Tour>>,
  chromium: Browser,
  url: string,
): Promise<Findings> {
  const { isAnswered } = kind;
  const { screens = {}, token, server } = (await prepared).get(kind) ?? {};
  const { page, takeProblems } = await openVisitor(chromium, {
    url: server?.url ?? url,
    token,
    viewport: USUAL_SCREEN,
  });
  const findings = {
    paths: new Array<string>(),
    moving: new Array<string>(),
    violations: new Array<string>(),
    layoutFaults: new Array<string>(),
    textsBesideNodes: new Array<string>(),
    spoken: new Map<string, string>(),
    texts: new Map<string, readonly string[]>(),
  };
  const firstTrees = new Map<string, Tree>();
  for (const [index, [name, open]] of Object.entries(screens).entries()) {
    await open(page);
    if (!COVERED.has(name)) await settle(page);
    const { pathname } = new URL(page.url());
    findings.paths.push(pathWithin(pathname));
    const dialogs = await page.getByRole('dialog').getByRole('heading', { level: 2 }).allTextContents();
    const place = [pathname, ...dialogs].join(' ');
    const first = firstTrees.get(place);
    const { lines, shown } = await settledTree(page, language, name, first);
    if (first === undefined) firstTrees.set(place, { name, lines: isFilm(page) ? withoutFacts(lines) : lines });
    findings.spoken.set(name, shown);
    findings.texts.set(name, await page.evaluate(textsOfDocument));
    const moving = await page.evaluate(() => document.getAnimations().length);
    if (moving > 0) findings.moving.push(`${name}: ${moving} animations`);
    const texts = await page.locator('#root, [role="dialog"]').evaluateAll(textsBesideNodes);
    findings.textsBesideNodes.push(...texts.map((text) => `${name}: ${text}`));
    findings.violations.push(...(await findViolations(page)).map((violation) => `${name}, ${violation}`));
    // In the check, each screen has one of the sizes.
    const sizes = rounds(
      SCREENS.filter((_, size) => size === index % SCREENS.length),
      SCREENS,
    );
    const faults = isAnswered ? await layoutFaults(page, sizes) : [];
    findings.layoutFaults.push(...faults.map((fault) => `${name} ${fault}`));
  }
  await page.context().close();
  await server?.stop();
  return { ...findings, printed: takeProblems() };
}

/**
 * The accessibility tree of a screen, as soon as it equals the reviewed one, at the latest after LAST_CHANGES. `shown` has only what
 * differs from the first screen of the same page or dialog, so that a change of a page changes few files.
 */
async function settledTree(page: Page, language: Language, name: string, first: Tree | undefined) {
  const reviewed = await readFile(reviewedFile(name), 'utf8').catch(() => '');
  const end = Date.now() + LAST_CHANGES;
  for (;;) {
    const all = await spokenTree(page, { withFrame: WITH_FRAME.has(name), withToasts: WITH_TOAST.has(name) });
    const lines = name !== WITH_FACTS && isFilm(page) ? withoutFacts(all) : all;
    const shown = `${shortened(lines, first).join('\n')}\n`;
    const isReviewed = language === LANGUAGES[0] ? shown === reviewed : structureOf(shown) === structureOf(reviewed);
    if (isReviewed || Date.now() > end) return { lines, shown };
    await page.waitForTimeout(100);
  }
}

function isFilm(page: Page): boolean {
  return matchPath(PATHS.movie, pathWithin(new URL(page.url()).pathname)) !== null;
}

/** The reviewed accessibility tree of a screen in English. */
export function reviewedFile(name: string): string {
  return join(import.meta.dirname, 'aria', `${fileNameOf(name)}.txt`);
}

const VISITORS = new Map(LANGUAGES.map((language) => [language, chooseVisitors(language)]));

/** All visitors of the English pages, and in the check one with three screens of the others: their views are the same. */
function chooseVisitors(language: Language): readonly VisitorKind[] {
  const all = visitorsIn(language);
  const few = all.filter(({ name }) => name === 'signed in for the first time');
  return language === LANGUAGES[0] ? all : rounds(few, all);
}

/** The visitors of the pages of a language. */
export function visitorsOf(language: Language): readonly VisitorKind[] {
  return VISITORS.get(language) ?? [];
}

/** The texts, names and descriptions in a document, without the names of other languages; for a browser to run. */
export function textsOfDocument(): string[] {
  const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title'];
  const METADATA = 'meta[name=description], meta[property="og:title"], meta[property="og:description"]';
  const texts = [document.title];
  for (const { content } of document.querySelectorAll<HTMLMetaElement>(METADATA)) texts.push(content);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.closest('script, style, noscript, [hreflang]') === null) texts.push(textContent ?? '');
  }
  for (const element of document.querySelectorAll('*'))
    texts.push(...[...ATTRIBUTES, 'placeholder'].map((name) => element.getAttribute(name) ?? ''));
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Tests every screen of a language. */
export function testEveryScreen(language: Language, test: ReturnType<typeof walkThrough>): void {
  const everyVisitor = visitorsOf(language);

  describe.concurrent(`every screen of every visitor (${language})`, () => {
    test.for(everyVisitor)(
      'section 2, Theme: axe finds no violation in the dark and the light theme: $name',
      async (kind, { expect, findingsOf }) => {
        expect((await findingsOf(kind)).violations).toEqual([]);
      },
    );

    test.for(everyVisitor)(
      'each text has its own element, so that updates work on a translated page: $name',
      async (kind, { expect, findingsOf }) => {
        expect((await findingsOf(kind)).textsBesideNodes).toEqual([]);
      },
    );

    test.for(everyVisitor)('no animation runs under reduced motion: $name', async (kind, { expect, findingsOf }) => {
      expect((await findingsOf(kind)).moving).toEqual([]);
    });

    test.for(everyVisitor)(
      'only expected requests fail, and the content policy blocks nothing (reliability 58): $name',
      async (kind, { expect, findingsOf }) => {
        const { printed } = await findingsOf(kind);
        if (kind.isAnswered) expect(printed).toEqual(kind.problems);
        else expect(kind.problems).toEqual(expect.arrayContaining([...new Set(printed)]));
      },
    );

    test.for(everyVisitor.filter(({ isAnswered }) => isAnswered))(
      'section 9: from 320 px and at 400 % nothing scrolls sideways, sticks, covers the end of the page or is too small to tap: $name',
      async (kind, { expect, findingsOf }) => {
        expect((await findingsOf(kind)).layoutFaults).toEqual([]);
      },
    );
  });
}

/** Sideways scrolling, sticky elements on low screens and targets that are too small, at each of the sizes. */
async function layoutFaults(page: Page, sizes: readonly Size[]): Promise<string[]> {
  const found: string[] = [];
  for (const screen of sizes) {
    if (screen !== USUAL_SCREEN) await page.setViewportSize(screen);
    await rest(page);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    const faults = [
      ...(await smallTargets(page)),
      ...(await page.evaluate(highBars)),
      ...(screen.height < 480 ? await stuck(page) : []),
    ];
    if (widest > screen.width) faults.push(`${widest} px wide`);
    found.push(...faults.map((fault) => `at ${screen.width} x ${screen.height}: ${fault}`));
  }
  await page.setViewportSize(USUAL_SCREEN);
  return found;
}

/** Targets less than 24 px wide or 44 px high; seats and links within text may be 24 px high. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ smallest, smallestOfActions }) =>
      [...document.querySelectorAll('a[href], button, input, summary')].flatMap((target) => {
        if (!target.checkVisibility({ visibilityProperty: true })) return [];
        const box = (target.closest('label') ?? target).getBoundingClientRect();
        const isInText = target.matches('a') && getComputedStyle(target).display === 'inline';
        const height = target.matches('[data-seat]') || isInText ? smallest : smallestOfActions;
        if (box.width >= smallest && box.height >= height) return [];
        return [`${Math.round(box.width)} x ${Math.round(box.height)}: ${target.outerHTML.slice(0, 80)}`];
      }),
    { smallest: SMALLEST, smallestOfActions: SMALLEST_OF_ACTIONS },
  );
}

/** Bars at the lower edge that are higher than the space at the end of the page, whose end they would cover; for a browser to run. */
function highBars(): string[] {
  const room = Number.parseFloat(getComputedStyle(document.body).paddingBlockEnd);
  return [...document.querySelectorAll('main *')].flatMap((element) => {
    const { bottom, height } = element.getBoundingClientRect();
    const isBar = getComputedStyle(element).position === 'fixed' && Math.round(bottom) === window.innerHeight;
    return isBar && height > room ? [`a bar of ${height} px with ${room} px of room`] : [];
  });
}

/** Fixed and sticky elements, except toasts and popups. They take too much room on a low screen. */
function stuck(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#root *')].flatMap((element) => {
      const { position } = getComputedStyle(element);
      const { bottom, height } = element.getBoundingClientRect();
      const comesAndGoes = element.closest('[role="region"], [data-radix-popper-content-wrapper]') !== null;
      const shows = bottom > 0 && height > 0 && !comesAndGoes;
      return shows && ['fixed', 'sticky'].includes(position) ? [`sticks: ${element.outerHTML.slice(0, 80)}`] : [];
    }),
  );
}

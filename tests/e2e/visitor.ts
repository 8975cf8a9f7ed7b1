import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';

/** The localStorage key of the session token. */
export const TOKEN_KEY = 'nobar-now.token';
/** The localStorage key of the language that was offered. */
const OFFER_KEY = 'nobar-now.language-offer';
const LEFT_BY_THE_PAGE = 'net::ERR_ABORTED';
/** The failure text of script requests in a browser with scripts disabled. */
const RUNS_NO_SCRIPTS = 'csp';
const TIMEOUT_MILLISECONDS = 30_000;

interface VisitOptions extends BrowserContextOptions {
  readonly url: string;
  /** The session token stored by an earlier visit. */
  readonly token?: string | undefined;
}

/** A user with their own browser context. */
export interface Visitor {
  readonly page: Page;
  /** The API requests sent so far, such as `POST user/tickets`. */
  readonly calls: readonly string[];
  /** Removes and returns the problems so far: errors of page and console, failed requests. */
  readonly takeProblems: () => string[];
}

/**
 * Opens a new browser context in Indonesian, in a time zone far from the cinema's and with reduced motion. An earlier visit has offered
 * the Indonesian pages, unless a test sets the locale: the offer would stay in a corner of every page.
 */
export async function openVisitor(browser: Browser, { url, token, ...options }: VisitOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    locale: 'id-ID',
    timezoneId: 'Pacific/Honolulu',
    // Without a graphics card, animations take more time than everything else.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MILLISECONDS);
  const page = await context.newPage();
  if (options.locale === undefined) await saveOnce(page, url, OFFER_KEY, 'id');
  if (token !== undefined) await saveOnce(page, url, TOKEN_KEY, token);
  const calls: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    const name = nameOf(request.method(), request.url());
    if (name.includes(' user/') || name.includes(' movie') || name.includes(' booked-seats')) calls.push(name);
  });
  const refused = new Set<Request>();
  page.on('response', (response) => {
    if (response.status() < 400) return;
    refused.add(response.request());
    problems.push(`${response.status()} ${nameOf(response.request().method(), response.url())}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    if (reason === LEFT_BY_THE_PAGE || refused.has(request)) return;
    if (options.javaScriptEnabled === false && reason === RUNS_NO_SCRIPTS) return;
    problems.push(`${reason} ${nameOf(request.method(), request.url())}`);
  });
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`);
  });
  return { page, calls, takeProblems: () => problems.splice(0) };
}

/**
 * Stores a value before the product's first document. Later documents find only what the product has kept.
 * Playwright's option `storageState` opens an extra page for this, which takes a fifth of a visit.
 */
async function saveOnce(page: Page, url: string, key: string, value: string): Promise<void> {
  await page.addInitScript(
    ({ origin, key, value }) => {
      // Blank pages and error pages have no storage. The tab's sessionStorage outlives them.
      if (location.origin !== origin || sessionStorage.getItem(`saved ${key}`) !== null) return;
      sessionStorage.setItem(`saved ${key}`, '');
      localStorage.setItem(key, value);
    },
    { origin: new URL(url).origin, key, value },
  );
}

function nameOf(method: string, address: string): string {
  return `${method} ${new URL(address).pathname.replace(/^\/api\//, '')}`;
}

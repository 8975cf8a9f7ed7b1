import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';

/** Where the product keeps a session in the browser. */
export const TOKEN_KEY = 'nobar-now.token';
const LEFT_BY_THE_PAGE = 'net::ERR_ABORTED';
/** How a browser that runs no scripts refuses those that a document names. */
const RUNS_NO_SCRIPTS = 'csp';
const TIMEOUT_MILLISECONDS = 30_000;

interface VisitOptions extends BrowserContextOptions {
  readonly url: string;
  /** The session that the browser kept from an earlier visit. */
  readonly token?: string | undefined;
}

/** Somebody at a browser of their own. */
export interface Visitor {
  readonly page: Page;
  /** The calls made of the API so far, such as `POST user/tickets`. */
  readonly calls: readonly string[];
  /** Takes the errors since the last call: of page and console, calls refused or broken off. */
  readonly takeProblems: () => string[];
}

/** Opens a browser with nothing kept but the session given, in an Indonesian's language, far from the cinema's time zone and without motion. */
export async function openVisitor(browser: Browser, { url, token, ...options }: VisitOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    locale: 'id-ID',
    timezoneId: 'Pacific/Honolulu',
    // Drawn without a graphics card, what moves costs more than all the rest.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MILLISECONDS);
  const page = await context.newPage();
  if (token !== undefined) await saveOnce(page, url, token);
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
 * Puts the session in its place before the product's first document on the page, and never again: what follows is the product's to keep or to end.
 * Playwright's own way, `storageState`, opens a page for it, which costs a fifth of a visit.
 */
async function saveOnce(page: Page, url: string, token: string): Promise<void> {
  await page.addInitScript(
    ({ origin, key, saved }) => {
      // Neither an empty page nor that of an error has a storage; the tab's own outlives both.
      if (location.origin !== origin || sessionStorage.getItem('visited') !== null) return;
      sessionStorage.setItem('visited', '');
      localStorage.setItem(key, saved);
    },
    { origin: new URL(url).origin, key: TOKEN_KEY, saved: token },
  );
}

function nameOf(method: string, address: string): string {
  return `${method} ${new URL(address).pathname.replace(/^\/api\//, '')}`;
}

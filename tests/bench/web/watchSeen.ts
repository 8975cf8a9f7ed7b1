import type { Page } from 'playwright-core';

/** The element that must be on the screen for a page to count as seen, beside its heading: the first film's poster, or the seats. */
export type Sight = 'main img' | '[data-seat]';

/** Makes a page note when its heading and its sight are on the screen, rendered and with nothing over them; looks in every frame. */
export async function watchSeen(page: Page, sight: Sight): Promise<void> {
  await page.addInitScript((wanted) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const isOnTop = (element: Element): boolean => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const [left, top] = [x + width / 2, Math.min(y + height / 2, window.innerHeight - 1)];
      if (width === 0 || left < 0 || left > window.innerWidth || y > window.innerHeight) return false;
      const over = document.elementFromPoint(left, top);
      return over !== null && (element.contains(over) || over.closest('a, main')?.contains(element) === true);
    };
    const isSeen = () => {
      const heading = document.querySelector('main h1');
      // Back to where the visitor had scrolled to, the heading may be above the screen.
      const isHeadingSeen = heading !== null && (window.scrollY > 0 || isOnTop(heading));
      // Seats lie below the first screen of a phone: that they are there and uncovered is what counts.
      const sights = [...document.querySelectorAll(wanted)].filter(
        (element) => !(element instanceof HTMLImageElement) || (element.complete && element.naturalWidth > 0),
      );
      return isHeadingSeen && (wanted === '[data-seat]' ? sights.length > 0 : sights.some(isOnTop));
    };
    const look = () => {
      if (isSeen()) Reflect.set(window, 'seenAt', performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Reflect.set(window, 'isSeen', isSeen);
  }, sight);
}

/** When the page was seen, in milliseconds since it was asked for. */
export async function readSeen(page: Page): Promise<number> {
  return Number(await page.evaluate(() => Reflect.get(window, 'seenAt') ?? Number.NaN));
}

/** Goes Back from a page without leaving the document, and tells after how many milliseconds the page before is seen again. */
export async function goBack(page: Page, pathname: string): Promise<number> {
  return page.evaluate(
    (before) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const isSeen = Reflect.get(window, 'isSeen');
        const look = () => {
          if (location.pathname === before && isSeen()) resolve(performance.now() - startedAt);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        history.back();
      }),
    pathname,
  );
}

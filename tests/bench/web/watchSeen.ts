import type { Page } from 'playwright-core';

/** The element that must be on the screen, with the heading, for a page to count as seen: the first film's poster, or the seats. */
export type Sight = 'main img' | '[data-seat]';

/** Records in every document of the page when its heading and its sight are rendered and uncovered. Checks in every frame. */
export async function watchSeen(page: Page, sight: Sight): Promise<void> {
  await page.addInitScript((wanted) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page
    const isOnTop = (element: Element): boolean => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const [left, top] = [x + width / 2, Math.min(y + height / 2, window.innerHeight - 1)];
      if (width === 0 || left < 0 || left > window.innerWidth || y > window.innerHeight) return false;
      const over = document.elementFromPoint(left, top);
      return over !== null && (element.contains(over) || over.closest('a, main')?.contains(element) === true);
    };
    const isSeen = () => {
      const heading = document.querySelector('main h1');
      // After Back, the restored scroll position may put the heading above the screen.
      const isHeadingSeen = heading !== null && (window.scrollY > 0 || isOnTop(heading));
      // On a phone, the seats are below the first screen, so it is enough that they are rendered.
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

/** Milliseconds from the start of the navigation until the page was seen. */
export async function readSeen(page: Page): Promise<number> {
  return Number(await page.evaluate(() => Reflect.get(window, 'seenAt') ?? Number.NaN));
}

/** Goes Back within the document. Returns the milliseconds until the previous page is seen again. */
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

/** Elements whose changes screen readers announce when the user pauses. An alert, unlike these, is announced when it appears. */
const POLITE = '[role="status"], [role="log"], [aria-live="polite"], output';

const known = new WeakSet<Element>();
const unheard: string[] = [];
const observer = new MutationObserver(checkAll);

/**
 * Records every live region that is inserted with its text: screen readers announce only the changes of an element that exists. Call it
 * after the first render of the app. What is inserted together with the heading of a page is the page's content, not news.
 */
export function watchLiveRegions(): void {
  for (const region of document.querySelectorAll(POLITE)) known.add(region);
  // Forgets the insertions so far.
  observer.takeRecords();
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Stops watching; removes and returns a sentence for each live region that was inserted with its text. */
export function takeUnheard(): string[] {
  checkAll(observer.takeRecords());
  observer.disconnect();
  return [...new Set(unheard.splice(0))];
}

function checkAll(records: readonly MutationRecord[]): void {
  const added = records.flatMap(({ addedNodes }) =>
    [...addedNodes].filter((node): node is Element => node instanceof Element && node.isConnected),
  );
  const isPage = added.some((element) => within(element, 'h1').length > 0);
  for (const region of added.flatMap((element) => within(element, POLITE))) {
    const text = region.textContent.trim();
    if (!isPage && !known.has(region) && text !== '') {
      unheard.push(`“${text}” is inserted together with its status element: render the element before its text`);
    }
    known.add(region);
  }
}

/** The element itself and the elements in it, of those that match. */
function within(element: Element, selector: string): Element[] {
  return [element, ...element.querySelectorAll(selector)].filter((each) => each.matches(selector));
}

import { languageAt } from '#domain/languages.ts';
import { language } from '#messages/language.ts';

/** The part of the browser's window that is used here. */
interface Place {
  readonly document: Document;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly location: Pick<Location, 'reload'>;
}

/** The part of the window that the return to a language uses. */
interface Traversed {
  readonly addEventListener: (type: 'popstate', listener: (event: Event) => void, options: { capture: true }) => void;
  readonly location: Pick<Location, 'pathname' | 'reload'>;
}

/**
 * Opens links to the page in another language in place of this page: the history entry keeps its state, and the browser restores the
 * scroll position as after a reload. The new page gets the text in the search box. A click that opens another tab does so.
 */
export function switchLanguage({ document, history, location }: Place): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href][hreflang]') : null;
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.replaceState(history.state, '', withTypedSearch(link.href, document.querySelector('input[type=search]')));
    location.reload();
  });
}

/**
 * Loads the document when Back or Forward leads to a page of another language. The browser keeps this document, because the reload
 * above gave the entries of both languages the same one.
 */
export function returnToLanguage(window: Traversed): void {
  const { location } = window;
  // Captures the event, because the router would look for the page in this language.
  const loadOther = (event: Event) => {
    if (languageAt(location.pathname) === language) return;
    event.stopImmediatePropagation();
    location.reload();
  };
  window.addEventListener('popstate', loadOther, { capture: true });
}

/** A URL with the text in the search box, which the URL of Movies may lack. */
function withTypedSearch(href: string, box: HTMLInputElement | null): string {
  if (box === null) return href;
  const url = new URL(href);
  url.searchParams.delete(box.name);
  if (box.value !== '') url.searchParams.set(box.name, box.value);
  return url.href;
}

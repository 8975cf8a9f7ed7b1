/** The part of the browser's window that is used here. */
interface Place {
  readonly document: Document;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly location: Pick<Location, 'reload'>;
}

/**
 * Opens links to the page in another language in place of this page: the history entry keeps its state, and the browser restores the
 * scroll position as after a reload. The new page gets the text in the search box. A click that opens another tab does so.
 */
export function switchLanguage({ document, history, location }: Place, onChosen: (language: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href][hreflang]') : null;
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChosen(link.hreflang);
    history.replaceState(history.state, '', withTypedSearch(link.href, document.querySelector('input[type=search]')));
    location.reload();
  });
}

/** A URL with the text in the search box, which the URL of Movies may lack. */
function withTypedSearch(href: string, box: HTMLInputElement | null): string {
  if (box === null) return href;
  const url = new URL(href);
  url.searchParams.delete(box.name);
  if (box.value !== '') url.searchParams.set(box.name, box.value);
  return url.href;
}

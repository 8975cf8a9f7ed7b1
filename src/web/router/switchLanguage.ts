/** The part of the browser's window that is used here. */
interface Place {
  readonly document: Document;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly location: Pick<Location, 'reload'>;
}

/**
 * Opens links to the page in another language in place of this page: the history entry keeps its state, and the browser restores the
 * scroll position as after a reload. A click that opens another tab does so.
 */
export function switchLanguage({ document, history, location }: Place): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href][hreflang]') : null;
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.replaceState(history.state, '', link.href);
    location.reload();
  });
}

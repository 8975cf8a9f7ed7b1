const FEATURES = 'popup,width=520,height=800';

interface PanelWindowOptions {
  /** Called when the user closes the window or the page is left. */
  readonly onClosed: () => void;
  /** Called each time the panel is in the other document. */
  readonly onMoved: () => void;
}

/**
 * Moves the panel's element into a window of its own. It has the page's origin and ends with it.
 * @returns the function that closes the window and moves the panel back; undefined if the browser blocks the window
 */
export function openPanelWindow(
  page: Window,
  host: HTMLElement,
  { onClosed, onMoved }: PanelWindowOptions,
): (() => void) | undefined {
  const opened = page.open('', '', FEATURES);
  if (opened === null) return undefined;
  const { document } = opened;
  document.title = `Inspector: ${page.document.title}`;
  document.documentElement.lang = 'en';
  document.body.style.margin = '0';
  const followTheme = () => {
    document.documentElement.style.colorScheme = page.getComputedStyle(page.document.documentElement).colorScheme;
  };
  const theme = new MutationObserver(followTheme);
  followTheme();
  theme.observe(page.document.documentElement, { attributes: true });
  host.role = 'main';
  moveTo(document, host);
  opened.focus();
  onMoved();

  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    theme.disconnect();
    page.removeEventListener('pagehide', leave);
    opened.removeEventListener('pagehide', leave);
    host.role = null;
    moveTo(page.document, host);
    opened.close();
    onMoved();
  };
  const leave = () => {
    close();
    onClosed();
  };
  page.addEventListener('pagehide', leave);
  opened.addEventListener('pagehide', leave);
  return close;
}

/** Moves the element with its styles: a document drops the sheets that the window of another one constructed. */
function moveTo({ body, defaultView }: Document, host: HTMLElement): void {
  const root = host.shadowRoot;
  const sheets = root?.adoptedStyleSheets ?? [];
  const styles = sheets.map(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText).join('\n'));
  body.append(host);
  if (root === null || defaultView === null || styles.length === 0) return;
  root.adoptedStyleSheets = styles.map((css) => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}

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
    const { colorScheme } = page.getComputedStyle(page.document.documentElement);
    document.documentElement.style.colorScheme = colorScheme;
    host.dataset['scheme'] = colorScheme === 'normal' ? 'light' : colorScheme;
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
    delete host.dataset['scheme'];
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

/**
 * Moves the element with its styles. A document drops the sheets that the window of another one constructed, and Chromium does not load
 * the sheets of links again, so the other window constructs them from their text.
 */
function moveTo({ body, defaultView }: Document, host: HTMLElement): void {
  const root = host.shadowRoot;
  const styles = root === null ? [] : new Set([...root.styleSheets, ...(root.adoptedStyleSheets ?? [])].map(textOf));
  body.append(host);
  if (root === null || defaultView === null) return;
  root.adoptedStyleSheets = Array.from(styles, (css) => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}

/** Empty for a sheet of another origin, which scripts cannot read. */
function textOf(sheet: CSSStyleSheet): string {
  try {
    return Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');
  } catch {
    return '';
  }
}

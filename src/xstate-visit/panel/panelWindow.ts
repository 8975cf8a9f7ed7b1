const FEATURES = 'popup,width=520,height=800';

interface PanelWindowOptions {
  /** Runs when the user closes the window or leaves the page. */
  readonly onClosed: () => void;
  /** Runs each time the panel has moved to the other document. */
  readonly onMoved: () => void;
}

/**
 * Moves the panel's element into its own window. The window has the origin of the page and closes when the user leaves the page.
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
 * Moves the element and its styles to another document. The new window constructs each sheet again from its text, because a document
 * drops the sheets that another window has constructed, and Chromium does not load linked sheets twice.
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

/** The text of a sheet. Empty if the sheet has another origin, because scripts cannot read it. */
function textOf(sheet: CSSStyleSheet): string {
  try {
    return Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');
  } catch {
    return '';
  }
}

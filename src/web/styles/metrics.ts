/** Fixed sizes of the product (section 9), and the sizes of controls. */
export const metrics = {
  content: '1366px',
  drawer: '300px',
  modal: '600px',
  prose: '68ch',
  form: '600px',
  topBar: '64px',
  control: '44px',
  input: '48px',
  gutter: 'clamp(16px, 2.5vw, 32px)',
  smallestWidth: '320px',
} as const;

/** Media queries that scripts use as well. */
export const fromDesktop = '(min-width: 900px)';
export const lessMotion = '(prefers-reduced-motion: reduce)';

/** Media queries. The base styles are for a phone; these add to them. */
export const media = {
  beforeTablet: '(max-width: 599.98px)',
  fromTablet: '(min-width: 600px)',
  fromDesktop,
  /** A screen on which a page's bottom bar is fixed and as wide as the screen. */
  withBar: '(max-width: 899.98px) and (min-height: 480.02px)',
  canHover: '(hover: hover)',
  /** A screen at 400 % zoom, or a phone in landscape: nothing may be sticky. */
  low: '(max-height: 480px)',
  lessMotion,
  forcedColours: '(forced-colors: active)',
} as const;

/** A container query: the page's content is as wide as on a desktop, also with the inspector beside it. */
export const fromWideContent = '(min-width: 855px)';

/** The stacking order. Toasts are above open dialogs, and below an open menu. */
export const layer = {
  raised: 1,
  sticky: 10,
  topBar: 20,
  drawer: 30,
  dialog: 50,
  toast: 60,
  menu: 65,
  overlay: 70,
  skipLink: 80,
} as const;

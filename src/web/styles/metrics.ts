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

/** Conditions that scripts ask about, too. */
export const fromDesktop = '(min-width: 900px)';
export const lessMotion = '(prefers-reduced-motion: reduce)';

/** Conditions for `@media`: a phone comes first, these add to it. */
export const media = {
  beforeTablet: '(max-width: 599.98px)',
  fromTablet: '(min-width: 600px)',
  fromDesktop,
  /** A screen to whose lower edge a page's bar sticks from side to side. */
  withBar: '(max-width: 899.98px) and (min-height: 480.02px)',
  canHover: '(hover: hover)',
  /** A screen seen at 400 %, or a phone on its side: nothing may stick to it. */
  low: '(max-height: 480px)',
  lessMotion,
  forcedColours: '(forced-colors: active)',
} as const;

/** Condition for `@container`: the content of a page is as wide as on a desktop, whatever stands beside the page. */
export const fromWideContent = '(min-width: 855px)';

/** The stacking order; toasts stay above open dialogs, and below a menu that is open. */
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

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

/** Conditions for `@media`: a phone comes first, these add to it. */
export const media = {
  beforeTablet: '(max-width: 599.98px)',
  fromTablet: '(min-width: 600px)',
  fromDesktop: '(min-width: 900px)',
  canHover: '(hover: hover)',
  /** A screen seen at 400 %, or a phone on its side: nothing may stick to it. */
  low: '(max-height: 480px)',
  lessMotion: '(prefers-reduced-motion: reduce)',
  forcedColours: '(forced-colors: active)',
} as const;

/** What lies above what: toasts above open dialogs, and a menu, which was asked for, above them. */
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

const TEXT_FAMILY = '"Figtree Variable","Figtree Fallback",system-ui,sans-serif';
const DISPLAY_FAMILY = '"Big Shoulders Display Variable","Big Shoulders Fallback",Impact,sans-serif';

export const family = { text: TEXT_FAMILY, display: DISPLAY_FAMILY } as const;

export const weight = { regular: 400, medium: 500, bold: 700, heavy: 800 } as const;

/** Sets of font properties, to spread into a style. */
export const type = {
  body: { fontSize: '1rem', lineHeight: 1.5 },
  label: { fontSize: '0.875rem', lineHeight: 1.4 },
  tiny: { fontSize: '0.75rem', lineHeight: 1.3 },
  price: { fontSize: '1.375rem', lineHeight: 1.3, fontWeight: weight.bold },
  wordmark: { fontFamily: DISPLAY_FAMILY, fontWeight: weight.heavy, textTransform: 'uppercase' },
  heading: {
    fontFamily: DISPLAY_FAMILY,
    fontWeight: weight.heavy,
    fontSize: 'clamp(1.75rem, 1.25rem + 2.4vw, 2.5rem)',
    lineHeight: 1.1,
    textTransform: 'uppercase',
  },
  title: {
    fontFamily: DISPLAY_FAMILY,
    fontWeight: weight.heavy,
    fontSize: 'clamp(2.25rem, 1.5rem + 3.6vw, 4rem)',
    lineHeight: 1,
    textTransform: 'uppercase',
  },
  hero: {
    fontFamily: DISPLAY_FAMILY,
    fontWeight: weight.heavy,
    fontSize: 'clamp(2.75rem, 1.5rem + 6.2vw, 5.5rem)',
    lineHeight: 0.92,
    textTransform: 'uppercase',
  },
} as const;

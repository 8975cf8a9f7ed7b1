import { globalFontFace } from '@vanilla-extract/css';

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

/** The characters of nearly every text. Their font files are preloaded; the files for all of Latin load only when needed. */
const BASIC = 'U+20-7E,U+A0,U+B7,U+D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026';

// If the ranges of two faces overlap, the browser uses the later face.
globalFontFace('Figtree Variable', [
  {
    src: 'url("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2") format("woff2")',
    fontWeight: '300 900',
    fontDisplay: 'swap',
    unicodeRange: LATIN,
  },
  {
    src: 'url("./fonts/figtree-basic.woff2") format("woff2")',
    fontWeight: '300 900',
    fontDisplay: 'swap',
    unicodeRange: BASIC,
  },
]);

globalFontFace('Big Shoulders Display Variable', [
  {
    src: 'url("@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2") format("woff2")',
    fontWeight: '100 900',
    fontDisplay: 'swap',
    unicodeRange: LATIN,
  },
  {
    src: 'url("./fonts/big-shoulders-basic.woff2") format("woff2")',
    fontWeight: '100 900',
    fontDisplay: 'swap',
    unicodeRange: BASIC,
  },
]);

// The fallbacks have the metrics of the real fonts, so that the layout does not shift when those load.
globalFontFace('Figtree Fallback', {
  src: 'local("Arial"),local("Liberation Sans")',
  sizeAdjust: '99.1%',
  ascentOverride: '95.8%',
  descentOverride: '25.2%',
  lineGapOverride: '0%',
});

globalFontFace('Big Shoulders Fallback', {
  src: 'local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold")',
  sizeAdjust: '66.4%',
  ascentOverride: '148.2%',
  descentOverride: '32.1%',
  lineGapOverride: '0%',
});

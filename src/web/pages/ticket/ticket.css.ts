import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { panel, row, stack } from '../../styles/layout.css.ts';
import { media } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const QR_SIZE = '216px';
const QR_SIZE_ON_PAPER = '50mm';
const POSTER_WIDTH = '120px';
const POSTER_WIDTH_ON_PHONES = '56px';
const WIDTH = '760px';
/** Wide enough for the ticket's id beside the QR code: A5, but not A6. */
const WIDE_PAPER = 'print and (min-width: 450px)';

const base = style([
  panel,
  {
    display: 'grid',
    gridTemplate: `"poster film" "show show" "seats seats" "qr qr" "details details" / ${POSTER_WIDTH_ON_PHONES} minmax(0, 1fr)`,
    alignItems: 'start',
    gap: space.base,
    width: '100%',
    maxWidth: WIDTH,
    breakInside: 'avoid',
    '@media': {
      [media.fromTablet]: {
        gridTemplate: `"poster film film" auto "poster show show" 1fr "seats seats seats" auto "qr qr details" auto / ${POSTER_WIDTH} auto minmax(0, 1fr)`,
        columnGap: space.large,
        padding: space.large,
      },
      print: {
        gridTemplate: `"brand" "film" "show" "seats" "qr" "details" / minmax(0, 1fr)`,
      },
      [WIDE_PAPER]: {
        gridTemplate: `"brand brand" "film film" "show show" "seats seats" "qr details" / auto minmax(0, 1fr)`,
      },
    },
  },
]);

export const sheet = styleVariants({
  valid: [base],
  over: [base, { background: vars.background, color: vars.muted }],
});

/** The wordmark, only in print. */
export const brand = style({
  ...type.wordmark,
  display: 'none',
  gridArea: 'brand',
  fontSize: '1.75rem',
  '::before': { content: 'Nobar ' },
  '::after': { content: 'Now', paddingInline: '0.22em', border: `${line.medium} solid`, borderRadius: radius.small },
  '@media': { print: { display: 'block' } },
});

export const poster = style({
  gridArea: 'poster',
  overflow: 'hidden',
  borderRadius: radius.small,
  selectors: { [`${sheet.over} &`]: { filter: 'grayscale(1)', opacity: 0.6 } },
  '@media': { print: { display: 'none' } },
});

export const film = style([stack, { gridArea: 'film', gap: space.tiny }]);

export const title = style([type.title, { overflowWrap: 'anywhere' }]);

globalStyle(`${title} a:not(:hover)`, { textDecoration: 'none' });

export const show = style([stack, { gridArea: 'show', gap: space.small }]);

export const when = style(type.price);

export const seats = style({ gridArea: 'seats' });

export const place = style(type.heading);

export const overText = style({ color: vars.danger, fontWeight: weight.bold });

export const used = style({ color: vars.info, fontWeight: weight.bold });

export const details = style({
  gridArea: 'details',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${space.hair} ${space.base}`,
});

globalStyle(`${details} dt`, { color: vars.muted });
globalStyle(`${details} dd`, { margin: 0, overflowWrap: 'anywhere' });

export const code = style([stack, { gridArea: 'qr', justifySelf: 'center', gap: space.tiny, width: QR_SIZE }]);

export const noCode = style({ gridArea: 'qr', maxWidth: QR_SIZE, color: vars.muted });

/** The code in two lines of two groups. */
export const typedCode = style([type.price, { textAlign: 'center', textWrap: 'balance' }]);

export const qr = style({
  display: 'grid',
  overflow: 'hidden',
  width: QR_SIZE,
  height: QR_SIZE,
  borderRadius: radius.small,
  // Keeps out a dark mode that a browser forces on pages.
  colorScheme: 'only light',
  forcedColorAdjust: 'none',
  '@media': {
    print: { width: QR_SIZE_ON_PAPER, height: QR_SIZE_ON_PAPER, borderRadius: 0 },
  },
});

export const qrCode = style({ gridArea: '1 / 1', width: '100%', height: '100%', imageRendering: 'pixelated' });

/** A cross over the QR code that makes it unreadable for scanners. */
export const strike = style({ gridArea: '1 / 1', stroke: vars.badgeRed });

export const onScreen = style({ '@media': { print: { display: 'none' } } });

export const onPaper = style({ display: 'none', '@media': { print: { display: 'inline' } } });

export const share = style({ '@media': { print: { display: 'none' } } });

export const actions = style([row, { '@media': { print: { display: 'none' } } }]);

export const saved = style([
  panel,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.small,
    borderColor: vars.info,
    borderWidth: line.medium,
    '@media': { print: { display: 'none' } },
  },
]);

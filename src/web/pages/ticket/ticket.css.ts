import { globalStyle, style } from '@vanilla-extract/css';
import { panel, stack } from '../../styles/layout.css.ts';
import { media } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const QR_SIZE = '216px';
const QR_SIZE_ON_PAPER = '50mm';
const POSTER_WIDTH = '120px';
const POSTER_WIDTH_ON_PHONES = '72px';

export const sheet = style([
  panel,
  {
    display: 'grid',
    gridTemplate: `"poster facts" "qr qr" "details details" / ${POSTER_WIDTH_ON_PHONES} minmax(0, 1fr)`,
    alignItems: 'start',
    gap: space.base,
    breakInside: 'avoid',
    '@media': {
      [media.fromTablet]: {
        gridTemplate: `"poster facts" "poster details" ". qr" / ${POSTER_WIDTH} minmax(0, 1fr)`,
      },
      [media.fromDesktop]: {
        gridTemplate: `"poster facts qr" auto "poster details qr" 1fr / ${POSTER_WIDTH} minmax(0, 1fr) auto`,
        columnGap: space.large,
        padding: space.large,
      },
      print: { gridTemplate: `"facts qr" auto "details qr" 1fr / minmax(0, 1fr) auto` },
    },
  },
]);

export const poster = style({
  gridArea: 'poster',
  overflow: 'hidden',
  borderRadius: radius.small,
  '@media': { print: { display: 'none' } },
});

export const facts = style([stack, { gridArea: 'facts', gap: space.small }]);

export const title = style([type.title, { overflowWrap: 'anywhere' }]);

globalStyle(`${title} a:not(:hover)`, { textDecoration: 'none' });

export const when = style([type.price, { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.small }]);

export const seats = style(type.price);

export const expired = style({ color: vars.danger, fontWeight: weight.bold });

export const details = style({
  gridArea: 'details',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${space.hair} ${space.base}`,
});

globalStyle(`${details} dt`, { color: vars.muted });
globalStyle(`${details} dd`, { margin: 0, overflowWrap: 'anywhere' });

export const qr = style({
  gridArea: 'qr',
  justifySelf: 'center',
  width: QR_SIZE,
  height: QR_SIZE,
  borderRadius: radius.small,
  forcedColorAdjust: 'none',
  '@media': {
    [media.fromTablet]: { justifySelf: 'start' },
    print: { width: QR_SIZE_ON_PAPER, height: QR_SIZE_ON_PAPER, borderRadius: 0 },
  },
});

export const qrLight = style({ fill: vars.paperWhite });

export const qrDark = style({ fill: vars.paperBlack });

export const actions = style({ '@media': { print: { display: 'none' } } });

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

import { style, styleVariants } from '@vanilla-extract/css';
import { media } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const base = style({
  ...type.tiny,
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  aspectRatio: '1 / 0.95',
  paddingBlockEnd: line.medium,
  border: `${line.thin} solid ${vars.seatLine}`,
  borderRadius: `${radius.small} ${radius.small} ${line.thick} ${line.thick}`,
  fontWeight: weight.bold,
  contain: 'layout size',
  '@media': { [media.fromTablet]: type.label },
});

const lip = `inset 0 calc(-1 * ${line.thick}) 0`;

export const seat = styleVariants({
  free: [
    base,
    {
      background: vars.seatFill,
      color: vars.text,
      boxShadow: `${lip} ${vars.seatEdge}`,
      '@media': { [media.canHover]: { selectors: { '&:hover': { borderColor: vars.accent, color: vars.accent } } } },
    },
  ],
  barred: [
    base,
    {
      background: vars.seatFill,
      borderColor: vars.seatEdge,
      color: vars.inactiveText,
      cursor: 'not-allowed',
      '@media': { [media.forcedColours]: { borderColor: 'GrayText', color: 'GrayText' } },
    },
  ],
  selected: [
    base,
    {
      background: vars.primary,
      borderColor: vars.onPrimary,
      color: vars.onPrimary,
      boxShadow: `${lip} ${vars.primaryEdge}`,
      transform: `translateY(calc(-1 * ${line.medium}))`,
      '@media': {
        [media.forcedColours]: { background: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' },
      },
    },
  ],
  friends: [
    base,
    {
      background: vars.bookedFill,
      border: `${line.medium} solid ${vars.info}`,
      color: vars.text,
      cursor: 'not-allowed',
      '@media': { [media.forcedColours]: { borderColor: 'CanvasText', color: 'CanvasText' } },
    },
  ],
  booked: [
    base,
    {
      borderColor: 'transparent',
      background: `repeating-linear-gradient(135deg, ${vars.bookedFill} 0 ${line.thick}, ${vars.bookedHatch} ${line.thick} 6px)`,
      color: vars.inactiveText,
      cursor: 'not-allowed',
      ...type.body,
      '@media': { [media.forcedColours]: { border: `${line.thin} dashed GrayText`, color: 'GrayText' } },
    },
  ],
});

/** The icon of a friend's seat. Icon and border distinguish it from other sold seats. */
export const friendsMark = style({ width: '70%', maxWidth: '20px' });

export const tick = style({
  position: 'absolute',
  insetBlockStart: `calc(-1 * ${space.tiny})`,
  insetInlineEnd: `calc(-1 * ${line.thick})`,
  width: space.base,
  height: space.base,
  padding: '3px',
  borderRadius: radius.round,
  background: vars.text,
  color: vars.background,
  pointerEvents: 'none',
  '@media': { [media.forcedColours]: { background: 'Canvas', color: 'CanvasText' } },
});

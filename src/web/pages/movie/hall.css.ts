import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { media, metrics } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

/** On a phone, the hall is as wide as the screen, so that seats are large enough for a thumb. */
export const hall = style({
  display: 'grid',
  // Its own stacking context, so that a change of a seat repaints only the hall.
  isolation: 'isolate',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.tiny,
  paddingBlock: space.base,
  background: vars.paper,
  border: `${line.thin} solid ${vars.hairline}`,
  '@media': {
    [media.beforeTablet]: { marginInline: `calc(${metrics.gutter} * -1)`, borderInlineWidth: 0 },
    [media.fromTablet]: { paddingInline: space.base, borderRadius: radius.large },
  },
});

/** The legend and the button that switches to the list, in one row. */
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: space.tiny,
});

globalStyle(`${foot} > button`, { ...type.label });

/** Hides the button but keeps its space while the seats load. */
globalStyle(`${foot}[aria-hidden="true"] > button`, { visibility: 'hidden' });

const HALL_WIDTH = '500px';

export const seats = style({ width: '100%', maxWidth: HALL_WIDTH, marginInline: 'auto' });

export const grid = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 'clamp(2px, 0.7vw, 6px)',
});

export const emptyGrid = style([grid, { visibility: 'hidden' }]);

globalStyle(`${grid} td > :is(button, span)`, { minHeight: '1.75rem' });

export const letterColumn = style({ width: space.base });

export const aisleColumn = style({ width: 'clamp(12px, 5vw, 40px)' });

export const letter = style({ ...type.tiny, color: vars.muted, fontWeight: weight.medium, textAlign: 'center' });

export const screen = style({ position: 'relative', width: '92%', marginInline: 'auto', paddingBlockStart: '22px' });

export const picture = style({ position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' });

export const arc = style({
  stroke: vars.accent,
  strokeWidth: line.thick,
  vectorEffect: 'non-scaling-stroke',
  '@media': { [media.forcedColours]: { stroke: 'CanvasText' } },
});

export const glowStart = style({
  stopColor: vars.glow,
  '@media': { [media.forcedColours]: { stopColor: 'transparent' } },
});

export const screenLabel = style({
  ...type.tiny,
  position: 'relative',
  paddingBlockEnd: space.tiny,
  color: vars.accent,
  fontWeight: weight.medium,
  letterSpacing: '0.4em',
  textIndent: '0.4em',
  textAlign: 'center',
  textTransform: 'uppercase',
});

const seatBase = style({
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
    seatBase,
    {
      background: vars.seatFill,
      color: vars.text,
      boxShadow: `${lip} ${vars.seatEdge}`,
      '@media': { [media.canHover]: { selectors: { '&:hover': { borderColor: vars.accent, color: vars.accent } } } },
    },
  ],
  barred: [
    seatBase,
    {
      background: vars.seatFill,
      borderColor: vars.seatEdge,
      color: vars.inactiveText,
      cursor: 'not-allowed',
      '@media': { [media.forcedColours]: { borderColor: 'GrayText', color: 'GrayText' } },
    },
  ],
  selected: [
    seatBase,
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
    seatBase,
    {
      background: vars.soldFill,
      border: `${line.medium} solid ${vars.info}`,
      color: vars.text,
      cursor: 'not-allowed',
      '@media': { [media.forcedColours]: { borderColor: 'CanvasText', color: 'CanvasText' } },
    },
  ],
  kept: [
    seatBase,
    {
      background: vars.seatFill,
      border: `${line.thick} double ${vars.accent}`,
      color: vars.text,
      '@media': { [media.forcedColours]: { borderColor: 'Highlight' } },
    },
  ],
  held: [
    seatBase,
    {
      background: vars.seatFill,
      border: `${line.medium} dashed ${vars.muted}`,
      color: vars.muted,
      cursor: 'not-allowed',
      '@media': { [media.forcedColours]: { borderColor: 'GrayText', color: 'GrayText' } },
    },
  ],
  sold: [
    seatBase,
    {
      borderColor: 'transparent',
      background: `repeating-linear-gradient(135deg, ${vars.soldFill} 0 ${line.thick}, ${vars.soldHatch} ${line.thick} 6px)`,
      color: vars.inactiveText,
      cursor: 'not-allowed',
      ...type.body,
      '@media': { [media.forcedColours]: { border: `${line.thin} dashed GrayText`, color: 'GrayText' } },
    },
  ],
});

/** The icon of a friend's seat. Icon and border distinguish it from other sold seats. */
export const friendsMark = style({ width: '70%', maxWidth: '20px' });

/** The icon of a held seat. */
export const heldMark = style({ width: '40%', maxWidth: '12px' });

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

export const legend = style({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: space.small,
  rowGap: space.tiny,
});

export const entry = style({ display: 'flex', alignItems: 'center', gap: space.hair });

export const swatch = style({ width: '1.375rem' });

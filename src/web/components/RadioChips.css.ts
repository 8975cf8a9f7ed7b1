import { style } from '@vanilla-extract/css';
import { media, metrics } from '../styles/metrics.ts';
import { line, motion, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const legend = style({ ...type.label, fontWeight: weight.medium, marginBlockEnd: space.tiny });

export const chips = style({
  display: 'grid',
  gap: space.tiny,
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  '@media': { [media.fromTablet]: { gap: space.base } },
});

export const radio = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  opacity: 0,
  cursor: 'inherit',
});

export const chip = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minHeight: metrics.control,
  border: `${line.thin} solid ${vars.controlBorder}`,
  borderRadius: radius.medium,
  fontWeight: weight.bold,
  cursor: 'pointer',
  transition: `background-color ${motion.quick}, border-color ${motion.quick}`,
  selectors: {
    '&:hover': { borderColor: vars.accent },
    // WebKit does not match :focus-visible when arrow keys move the focus after a click on a radio.
    '&:has(:focus-visible, :checked:focus)': {
      outline: `${line.medium} solid ${vars.focus}`,
      outlineOffset: line.medium,
    },
    '&:has([aria-disabled="true"])': { cursor: 'not-allowed', opacity: 0.5 },
    '&:has(:checked)': { background: vars.primary, borderColor: vars.primary, color: vars.onPrimary },
  },
  '@media': {
    [media.forcedColours]: {
      selectors: {
        '&:has(:checked)': { background: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' },
      },
    },
  },
});

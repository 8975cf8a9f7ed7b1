import { style } from '@vanilla-extract/css';
import { media, metrics } from '../styles/metrics.ts';
import { line, motion, radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: metrics.control,
  paddingInline: space.tiny,
  color: vars.text,
  textDecoration: 'none',
  borderRadius: radius.small,
  boxShadow: `inset 0 0 0 0 transparent`,
  transition: `color ${motion.quick}, box-shadow ${motion.quick}`,
  selectors: {
    '&:hover': { color: vars.accent },
    '&[aria-current]': {
      color: vars.accent,
      fontWeight: 700,
      borderRadius: 0,
      boxShadow: `inset 0 calc(${line.medium} * -1) 0 ${vars.accent}`,
    },
  },
  '@media': {
    [media.forcedColours]: { selectors: { '&[aria-current]': { borderBlockEnd: `${line.medium} solid` } } },
  },
});

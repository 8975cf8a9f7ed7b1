import { style } from '@vanilla-extract/css';
import { metrics } from '../styles/metrics.ts';
import { line, motion, radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

export const control = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: metrics.control,
  paddingInline: space.tiny,
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: vars.text,
  cursor: 'pointer',
  font: 'inherit',
});

export const track = style({
  position: 'relative',
  width: space.section,
  height: space.large,
  border: `${line.medium} solid ${vars.controlBorder}`,
  borderRadius: radius.round,
  transition: `background-color ${motion.quick}`,
  selectors: { [`${control}[aria-checked='true'] &`]: { background: vars.primary, borderColor: vars.primary } },
});

export const thumb = style({
  position: 'absolute',
  insetBlockStart: line.medium,
  insetInlineStart: line.medium,
  width: space.base,
  height: space.base,
  borderRadius: radius.round,
  background: vars.text,
  transition: `transform ${motion.quick}`,
  selectors: {
    [`${control}[aria-checked='true'] &`]: { background: vars.onPrimary, transform: `translateX(${space.large})` },
  },
  '@media': { '(forced-colors: active)': { background: 'ButtonText' } },
});

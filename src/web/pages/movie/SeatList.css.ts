import { style, styleVariants } from '@vanilla-extract/css';
import { media, metrics } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

export const rows = style({
  background: vars.paper,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.large,
});

export const row = style({
  selectors: { '& + &': { borderBlockStart: `${line.thin} solid ${vars.hairline}` } },
});

export const summary = style({
  minHeight: metrics.control,
  padding: `${space.small} ${space.base}`,
  borderRadius: radius.large,
  fontWeight: weight.bold,
  cursor: 'pointer',
  ':hover': { color: vars.accent },
});

const base = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.small,
  minHeight: metrics.control,
  padding: `${space.tiny} ${space.base}`,
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.raised } },
});

export const seat = styleVariants({
  active: [base],
  inactive: [
    base,
    { color: vars.inactiveText, cursor: 'not-allowed', '@media': { [media.forcedColours]: { color: 'GrayText' } } },
  ],
});

export const box = style({
  flexShrink: 0,
  width: space.large,
  height: space.large,
  cursor: 'inherit',
  selectors: { '&[aria-disabled="true"]': { opacity: 0.5 } },
});

export const state = style({ marginInlineStart: 'auto', textAlign: 'end' });

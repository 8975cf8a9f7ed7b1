import { style } from '@vanilla-extract/css';
import { metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

export const menu = style({
  minWidth: 'calc(var(--radix-dropdown-menu-trigger-width) + 4rem)',
  padding: space.hair,
  background: vars.raised,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.medium,
  boxShadow: vars.shadow,
});

export const item = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: metrics.control,
  paddingInline: space.base,
  borderRadius: radius.small,
  color: vars.text,
  textDecoration: 'none',
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-highlighted]': { background: vars.primary, color: vars.onPrimary },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&[data-highlighted]': { outline: `${line.medium} solid` } } },
  },
});

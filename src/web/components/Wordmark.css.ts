import { style, styleVariants } from '@vanilla-extract/css';
import { space } from '../styles/scale.ts';
import { type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

const base = style({
  ...type.wordmark,
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.16em',
  lineHeight: 1,
  whiteSpace: 'nowrap',
  color: vars.text,
});

export const wordmark = styleVariants({
  bar: [base, { fontSize: '1.75rem' }],
  screen: [base, { fontSize: 'clamp(2.75rem, 1.5rem + 6.2vw, 5.5rem)' }],
});

export const highlight = style({
  paddingInline: '0.22em',
  paddingBlock: '0.14em',
  borderRadius: space.hair,
  background: vars.primary,
  color: vars.onPrimary,
  forcedColorAdjust: 'none',
});

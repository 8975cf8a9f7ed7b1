import { style, styleVariants } from '@vanilla-extract/css';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

const base = style({
  ...type.label,
  display: 'inline-block',
  paddingInline: space.small,
  borderRadius: radius.small,
  border: `${line.thin} solid transparent`,
  color: vars.onBadge,
  fontWeight: weight.bold,
  '@media': { print: { selectors: { '&&': { borderColor: 'currentColor', background: 'none', color: vars.text } } } },
});

export const badge = styleVariants({
  green: [base, { background: vars.badgeGreen }],
  blue: [base, { background: vars.badgeBlue }],
  red: [base, { background: vars.badgeRed }],
});

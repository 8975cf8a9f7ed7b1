import { style } from '@vanilla-extract/css';
import { line, radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

export const alert = style({
  padding: space.small,
  background: vars.raised,
  border: `${line.thin} solid ${vars.danger}`,
  borderInlineStartWidth: line.thick,
  borderRadius: radius.small,
  color: vars.danger,
});

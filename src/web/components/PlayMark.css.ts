import { style } from '@vanilla-extract/css';
import { radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

export const mark = style({
  position: 'absolute',
  inset: 0,
  margin: 'auto',
  width: 'min(64px, 40%)',
  aspectRatio: '1',
  padding: space.small,
  borderRadius: radius.round,
  background: vars.primary,
  color: vars.onPrimary,
  boxShadow: vars.shadow,
});

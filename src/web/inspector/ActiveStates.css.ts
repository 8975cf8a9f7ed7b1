import { style } from '@vanilla-extract/css';
import { radius, space } from '../styles/scale.ts';
import { type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.hair });

export const active = style({
  ...type.label,
  paddingInline: space.tiny,
  borderRadius: radius.small,
  background: vars.primary,
  color: vars.onPrimary,
  fontFamily: 'ui-monospace, monospace',
  forcedColorAdjust: 'none',
});

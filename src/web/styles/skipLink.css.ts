import { style } from '@vanilla-extract/css';
import { layer, metrics } from './metrics.ts';
import { radius, space } from './scale.ts';
import { weight } from './type.ts';
import { vars } from './vars.css.ts';

export const skipLink = style({
  position: 'fixed',
  zIndex: layer.skipLink,
  insetBlockStart: space.tiny,
  insetInlineStart: space.tiny,
  display: 'grid',
  alignItems: 'center',
  minHeight: metrics.control,
  paddingInline: space.base,
  borderRadius: radius.medium,
  background: vars.primary,
  color: vars.onPrimary,
  fontWeight: weight.bold,
  selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
});

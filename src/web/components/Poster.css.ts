import { style } from '@vanilla-extract/css';
import { space, radius } from '../styles/scale.ts';
import { family, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const poster = style({
  width: '100%',
  height: 'auto',
  aspectRatio: '2 / 3',
  objectFit: 'cover',
  background: vars.raised,
});

export const fallback = style([
  poster,
  {
    display: 'flex',
    alignItems: 'flex-end',
    containerType: 'inline-size',
    padding: space.base,
    backgroundImage: `radial-gradient(circle at 50% 36%, ${vars.primary} 0 24%, transparent 24.4%)`,
    color: vars.text,
    fontFamily: family.display,
    fontWeight: weight.heavy,
    lineHeight: 1,
    textTransform: 'uppercase',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
]);

export const fallbackTitle = style({ fontSize: 'clamp(0.875rem, 12cqi, 2.5rem)' });

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

import { style } from '@vanilla-extract/css';
import { media } from '../styles/metrics.ts';
import { line, motion, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const card = style({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  overflow: 'hidden',
  background: vars.paper,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.large,
  textDecoration: 'none',
  transition: `border-color ${motion.calm}`,
  selectors: { 'a&:hover': { borderColor: vars.accent } },
});

export const picture = style({ position: 'relative' });

export const play = style({
  position: 'absolute',
  inset: 0,
  opacity: 0,
  transition: `opacity ${motion.calm}`,
  selectors: { [`${card}:focus-visible &`]: { opacity: 1 } },
  '@media': { [media.canHover]: { selectors: { [`${card}:hover &`]: { opacity: 1 } } } },
});

export const caption = style({ display: 'grid', padding: space.small });

export const title = style({ ...type.body, fontWeight: weight.bold, overflowWrap: 'anywhere' });

export const year = style({ ...type.body, color: vars.muted });

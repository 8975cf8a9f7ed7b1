import { style } from '@vanilla-extract/css';
import { playMark } from '../styles/playMark.ts';
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

export const picture = style(playMark(card));

export const caption = style({ display: 'grid', padding: space.small });

export const title = style({ ...type.body, fontWeight: weight.bold, overflowWrap: 'anywhere' });

export const year = style({ ...type.body, color: vars.muted });

import { keyframes, style } from '@vanilla-extract/css';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const fadeInAndOut = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.25 } });

export const welcome = style(type.hero);

export const nowShowing = style({
  color: vars.accent,
  fontSize: '1.5rem',
  fontWeight: weight.bold,
  animation: `${fadeInAndOut} 3s ease-in-out infinite`,
});

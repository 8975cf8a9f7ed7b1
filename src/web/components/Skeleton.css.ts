import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { metrics } from '../styles/metrics.ts';
import { radius } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

const breathe = keyframes({ '50%': { opacity: 0.5 } });

const base = style({
  display: 'block',
  maxWidth: '100%',
  background: vars.raised,
  borderRadius: radius.small,
  animation: `${breathe} 1.6s ease-in-out infinite`,
});

export const skeleton = styleVariants({
  poster: [base, { width: '100%', aspectRatio: '2 / 3', borderRadius: 0 }],
  title: [base, { width: '12em', height: '2.5rem' }],
  line: [base, { width: '100%', height: '1.5rem' }],
  shortLine: [base, { width: '40%', height: '1.5rem' }],
  control: [base, { width: '7em', height: metrics.control, borderRadius: radius.medium }],
});

import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { media, metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

const HEADING_HEIGHT = `calc(${type.heading.lineHeight}em + ${space.tiny} + ${line.thick})`;
const FIELD_HEIGHT = `calc(${type.label.fontSize} * ${type.label.lineHeight} + ${space.hair} + ${metrics.input})`;

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
  title: [base, { fontSize: type.heading.fontSize, width: '8em', height: `${type.heading.lineHeight}em` }],
  heading: [base, { fontSize: type.heading.fontSize, width: '8em', height: HEADING_HEIGHT }],
  line: [base, { width: '100%', height: '1.5rem' }],
  shortLine: [base, { width: '40%', height: '1.5rem' }],
  paragraph: [base, { width: metrics.prose, height: '4.5rem', '@media': { [media.fromTablet]: { height: '1.5rem' } } }],
  row: [base, { width: '100%', height: metrics.control, borderRadius: radius.medium }],
  field: [base, { width: metrics.form, height: FIELD_HEIGHT, borderRadius: radius.medium }],
  control: [base, { width: '7em', height: metrics.control, borderRadius: radius.medium }],
});

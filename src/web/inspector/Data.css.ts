import { style } from '@vanilla-extract/css';
import { metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const data = style(type.label);

export const summary = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: metrics.control,
  fontWeight: weight.bold,
  cursor: 'pointer',
  '::before': { content: '▸', marginInlineEnd: space.tiny },
  selectors: { 'details[open] > &::before': { content: '▾' } },
});

export const json = style({
  ...type.tiny,
  fontFamily: 'ui-monospace, monospace',
  maxHeight: '40vh',
  padding: space.small,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  background: vars.raised,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.small,
});

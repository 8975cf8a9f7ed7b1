import { style, styleVariants } from '@vanilla-extract/css';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

// The letters whose widths the layout reckons with.
const DIAGRAM_FAMILY = 'Arial, Helvetica, "Liberation Sans", sans-serif';

export const figure = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.hair });

export const view = style({
  maxHeight: 'min(46vh, 480px)',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  background: vars.background,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.medium,
});

export const whole = style({ maxWidth: '100%', height: 'auto', marginInline: 'auto' });

export const detail = style({ maxWidth: 'none', marginInline: 'auto' });

const box = style({ fill: vars.paper, stroke: vars.controlBorder });

export const state = styleVariants({
  idle: [box],
  frame: [box, { fill: 'transparent' }],
  activeFrame: [box, { fill: 'transparent', stroke: vars.accent, strokeWidth: 2 }],
  active: [box, { fill: vars.primary, stroke: vars.accent, strokeWidth: 3, forcedColorAdjust: 'none' }],
});

export const inner = style({ fill: 'none', stroke: vars.controlBorder });

export const dot = style({ fill: vars.onPrimary, stroke: vars.primary, strokeWidth: 2 });

const words = style({ fontFamily: DIAGRAM_FAMILY, fill: vars.text });

export const word = styleVariants({
  name: [words, { fontWeight: weight.bold }],
  fact: [words, { fill: vars.muted }],
  openFact: [words, { fill: vars.accent, textDecoration: 'underline' }],
  open: [words, { fill: vars.accent, fontWeight: weight.bold }],
  nameHere: [words, { fill: vars.onPrimary, fontWeight: weight.bold }],
  factHere: [words, { fill: vars.onPrimary }],
  openFactHere: [words, { fill: vars.onPrimary, textDecoration: 'underline' }],
});

const stroke = style({ fill: 'none', stroke: vars.controlBorder, strokeWidth: 1.25 });

export const arrow = styleVariants({
  idle: [stroke],
  waits: [stroke, { stroke: vars.text }],
  refused: [stroke, { stroke: vars.text, strokeDasharray: '3 4' }],
  possible: [stroke, { stroke: vars.accent, strokeWidth: 3 }],
});

export const head = styleVariants({
  waits: { fill: vars.controlBorder },
  possible: { fill: vars.accent },
});

export const ground = style({ fill: vars.background, opacity: 0.92 });

export const anywhere = style({ fill: 'none', stroke: vars.controlBorder, strokeDasharray: '3 3' });

export const legend = style({ ...type.tiny, display: 'flex', flexWrap: 'wrap', gap: space.base, color: vars.muted });

const key = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.tiny,
  '::before': { content: '', width: space.large },
});

export const activeKey = style([
  key,
  {
    '::before': {
      height: space.small,
      borderRadius: radius.small,
      background: vars.primary,
      forcedColorAdjust: 'none',
    },
  },
]);

export const possibleKey = style([key, { '::before': { borderBlockEnd: `${line.thick} solid ${vars.accent}` } }]);

export const refusedKey = style([key, { '::before': { borderBlockEnd: `${line.medium} dotted ${vars.text}` } }]);

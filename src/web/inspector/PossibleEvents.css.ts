import { style, styleVariants } from '@vanilla-extract/css';
import { line, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const events = style({ ...type.label, display: 'grid', gap: space.hair });

const base = style({
  paddingInlineStart: space.tiny,
  borderInlineStart: `${line.thick} solid ${vars.hairline}`,
  overflowWrap: 'anywhere',
});

export const transition = styleVariants({
  possible: [base, { borderInlineStartColor: vars.accent }],
  depends: [base, { borderInlineStartColor: vars.accent, borderInlineStartStyle: 'double' }],
  waits: [base],
  refused: [base, { borderInlineStartColor: vars.controlBorder, borderInlineStartStyle: 'dotted' }],
});

export const event = style({ fontFamily: 'ui-monospace, monospace', fontWeight: weight.bold });

export const guard = style({ fontWeight: weight.regular });

export const chance = style({ ...type.tiny, color: vars.muted });

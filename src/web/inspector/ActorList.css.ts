import { style, styleVariants } from '@vanilla-extract/css';
import { media, metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const legend = style({ fontWeight: weight.bold, marginBlockEnd: space.tiny });

export const count = style({ ...type.label, color: vars.muted, fontWeight: weight.regular });

export const actors = style({
  display: 'grid',
  gap: space.hair,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 152px), 1fr))',
});

export const radio = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  opacity: 0,
  cursor: 'inherit',
});

const base = style({
  ...type.tiny,
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  minHeight: metrics.control,
  paddingBlock: space.hair,
  paddingInline: space.tiny,
  border: `${line.thin} solid ${vars.controlBorder}`,
  borderRadius: radius.small,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  selectors: {
    '&:hover': { borderColor: vars.accent },
    '&:has(:focus-visible)': { outline: `${line.medium} solid ${vars.focus}`, outlineOffset: line.medium },
    '&:has(:checked)': {
      background: vars.raised,
      borderColor: vars.accent,
      boxShadow: `inset ${line.thick} 0 ${vars.accent}`,
    },
  },
  '@media': {
    [media.forcedColours]: { selectors: { '&:has(:checked)': { outline: `${line.medium} solid Highlight` } } },
  },
});

export const actor = styleVariants({
  machine: [base],
  effect: [base, { borderStyle: 'dashed', borderColor: vars.hairline }],
});

export const name = style({ fontSize: '0.8125rem', fontWeight: weight.bold });

export const state = style({ fontFamily: 'ui-monospace, monospace', color: vars.muted });

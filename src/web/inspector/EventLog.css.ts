import { style, styleVariants } from '@vanilla-extract/css';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const log = style({
  ...type.tiny,
  fontFamily: 'ui-monospace, monospace',
  maxHeight: '264px',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  border: `${line.thin} solid ${vars.controlBorder}`,
  borderRadius: radius.small,
});

export const step = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.tiny,
  minHeight: '32px',
  paddingBlock: space.hair,
  paddingInline: space.tiny,
  borderBlockEnd: `${line.thin} solid ${vars.hairline}`,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  contentVisibility: 'auto',
  containIntrinsicHeight: 'auto 32px',
  selectors: {
    '&:hover': { background: vars.raised },
    '&[aria-selected="true"]': { background: vars.primary, color: vars.onPrimary, forcedColorAdjust: 'none' },
  },
});

export const time = style({ minWidth: '7ch', textAlign: 'end' });

export const way = style({ fontWeight: weight.bold });

const base = style({ marginInlineStart: 'auto' });

export const outcome = styleVariants({
  moved: [base, { selectors: { [`${step}:not([aria-selected="true"]) &`]: { color: vars.accent } } }],
  stayed: [base],
  ignored: [base, { fontStyle: 'italic' }],
  ended: [base, { fontStyle: 'italic' }],
});

import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { barRoom, bottomBar } from '../styles/bottomBar.css.ts';
import { layer, media, metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

const corner = style({
  position: 'fixed',
  zIndex: layer.toast,
  display: 'flex',
  flexDirection: 'column',
  gap: space.tiny,
  width: `min(380px, calc(100vw - 2 * ${metrics.gutter}))`,
  margin: 0,
  padding: 0,
  listStyle: 'none',
});

/** Matches while the page has a bottom bar and no dialog covers it. */
const WITH_BAR = `:root:has(.${bottomBar}):not(:has([role="dialog"])) &`;

export const viewport = styleVariants({
  'top-right': [
    corner,
    {
      insetBlockStart: `calc(${metrics.topBar} + ${space.tiny})`,
      insetInlineEnd: metrics.gutter,
      '@media': { [media.low]: { insetBlockStart: space.tiny } },
    },
  ],
  'bottom-left': [
    corner,
    {
      insetBlockEnd: metrics.gutter,
      insetInlineStart: metrics.gutter,
      '@media': { [media.withBar]: { selectors: { [WITH_BAR]: { insetBlockEnd: barRoom } } } },
    },
  ],
});

const base = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.small,
  padding: `${space.tiny} ${space.tiny} ${space.tiny} ${space.base}`,
  background: vars.raised,
  color: vars.text,
  border: `${line.thin} solid ${vars.hairline}`,
  borderInlineStart: `${line.thick} solid ${vars.controlBorder}`,
  borderRadius: radius.medium,
  boxShadow: vars.shadow,
  pointerEvents: 'auto',
  selectors: { '&:has(input)': { flexWrap: 'wrap' } },
});

export const toast = styleVariants({
  default: [base],
  info: [base, { borderInlineStartColor: vars.info }],
  success: [base, { borderInlineStartColor: vars.success }],
  warning: [base, { borderInlineStartColor: vars.secondary }],
  error: [base, { borderInlineStartColor: vars.danger }],
});

/** The actions wrap when the screen is too narrow to show all of them beside the message. */
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  marginInlineStart: 'auto',
  ':empty': { display: 'none' },
  // The field that shows a link takes the whole width.
  selectors: { '&:has(input)': { order: 1, flexBasis: '100%' } },
});

globalStyle(`${actions} > :is(a, button)`, { flexShrink: 0, whiteSpace: 'nowrap' });

export const close = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: metrics.control,
  height: metrics.control,
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: 'inherit',
  cursor: 'pointer',
});

import { globalStyle, style } from '@vanilla-extract/css';
import { barRoom } from '../styles/bottomBar.css.ts';
import { layer, media, metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

const FROM_WIDE = 'screen and (min-width: 1100px)';
const WIDTH = 'clamp(400px, 36vw, 640px)';
const HEIGHT = '52dvh';
const ABOVE_ALL = layer.overlay + 1;

export const panel = style({
  position: 'fixed',
  zIndex: ABOVE_ALL,
  insetBlockEnd: 0,
  insetInline: 0,
  height: HEIGHT,
  display: 'flex',
  flexDirection: 'column',
  background: vars.paper,
  color: vars.text,
  borderBlockStart: `${line.medium} solid ${vars.accent}`,
  boxShadow: vars.shadow,
  pointerEvents: 'auto',
  '@media': {
    [FROM_WIDE]: {
      insetBlockStart: 0,
      insetInlineStart: 'auto',
      width: WIDTH,
      height: 'auto',
      borderBlockStart: 0,
      borderInlineStart: `${line.thin} solid ${vars.controlBorder}`,
    },
  },
});

// The page, its dialogs and its toasts make room.
globalStyle(`:root:has(.${panel})`, { scrollPaddingBlockEnd: HEIGHT });
globalStyle(`:root:has(.${panel}) #root`, {
  paddingBlockEnd: HEIGHT,
  '@media': { [FROM_WIDE]: { paddingBlockEnd: 0, marginInlineEnd: WIDTH } },
});
globalStyle(`:root:has(.${panel}) body > :has(> [role="dialog"])`, {
  insetBlockEnd: HEIGHT,
  '@media': { [FROM_WIDE]: { insetBlockEnd: 0, insetInlineEnd: WIDTH } },
});
globalStyle(`:root:has(.${panel}) [role="region"][aria-label^="Notifications, top-right"] > ol`, {
  '@media': { [FROM_WIDE]: { insetInlineEnd: `calc(${WIDTH} + ${metrics.gutter})` } },
});

/** Where no page has what is pressed: that stands at the end of its lines, and of the bar. */
export const tab = style({
  position: 'fixed',
  zIndex: ABOVE_ALL,
  insetBlockEnd: metrics.gutter,
  insetInlineStart: metrics.gutter,
  pointerEvents: 'auto',
  '@media': { [media.withBar]: { insetBlockEnd: barRoom } },
});

export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.tiny,
  minHeight: metrics.topBar,
  paddingInline: metrics.gutter,
  borderBlockEnd: `${line.thin} solid ${vars.hairline}`,
});

export const title = style({ ...type.wordmark, fontSize: '1.5rem', lineHeight: 1 });

const badge = style({
  ...type.label,
  paddingInline: space.tiny,
  borderRadius: radius.round,
  border: `${line.thin} solid ${vars.controlBorder}`,
  fontWeight: weight.bold,
});

export const now = style([badge, { color: vars.success, borderColor: vars.success }]);

export const past = style([badge, { color: vars.accent, borderColor: vars.accent, borderStyle: 'dashed' }]);

export const end = style({ display: 'flex', flexWrap: 'wrap', gap: space.tiny, marginInlineStart: 'auto' });

export const body = style({
  flex: 1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: space.base,
  padding: metrics.gutter,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
});

export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.tiny });

export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.tiny });

export const heading = style({ fontSize: '1rem', fontWeight: weight.bold });

export const state = style({
  ...type.label,
  fontFamily: 'ui-monospace, monospace',
  fontWeight: weight.regular,
  color: vars.accent,
});

export const note = style({ ...type.label, color: vars.muted, overflowWrap: 'anywhere' });

export const file = style({ ...type.label, width: '100%', minHeight: metrics.control, accentColor: vars.accent });

import { keyframes, style } from '@vanilla-extract/css';
import { layer, media, metrics } from '../styles/metrics.ts';
import { line, motion, radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

const appear = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { opacity: 0, transform: `translateY(${space.small})` } });

/** The space below a dialog on a small screen, so that a toast at the lower edge does not cover the dialog's buttons (WCAG 2.4.11). */
const TOAST_ROOM = '96px';

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.dialog,
  display: 'grid',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: space.base,
  scrollPadding: space.base,
  background: vars.scrim,
  animation: `${appear} ${motion.calm}`,
  '@media': { [media.beforeTablet]: { paddingBlockEnd: TOAST_ROOM, scrollPaddingBlockEnd: TOAST_ROOM } },
});

export const content = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.base,
  width: '100%',
  maxWidth: metrics.modal,
  margin: 'auto',
  padding: space.base,
  background: vars.paper,
  color: vars.text,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.large,
  boxShadow: vars.shadow,
  animation: `${rise} ${motion.calm}`,
  '@media': { [media.fromTablet]: { padding: space.large } },
});

export const header = style({ paddingInlineEnd: metrics.control });

export const close = style({
  position: 'absolute',
  insetBlockStart: space.small,
  insetInlineEnd: space.small,
  display: 'grid',
  placeItems: 'center',
  width: metrics.control,
  height: metrics.control,
  borderRadius: radius.medium,
  color: vars.muted,
  selectors: {
    '&:hover:not([aria-disabled="true"])': { color: vars.text, background: vars.raised },
    '&[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.5 },
  },
});

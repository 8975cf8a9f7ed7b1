import { keyframes, style } from '@vanilla-extract/css';
import { button } from '../components/Button.css.ts';
import { layer, metrics } from '../styles/metrics.ts';
import { line, motion, space } from '../styles/scale.ts';
import { type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';
import { visuallyHidden } from '../styles/visuallyHidden.css.ts';

const slideIn = keyframes({ from: { transform: 'translateX(-100%)' } });

export const hidden = visuallyHidden;

export const scrim = style({ position: 'fixed', inset: 0, zIndex: layer.drawer, background: vars.scrim });

export const drawer = style({
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  zIndex: layer.drawer,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  width: metrics.drawer,
  maxWidth: '90vw',
  padding: space.large,
  scrollPadding: space.base,
  overflowY: 'auto',
  background: vars.paper,
  borderInlineEnd: `${line.thin} solid ${vars.hairline}`,
  animation: `${slideIn} ${motion.calm}`,
});

export const groups = style({ display: 'flex', flexDirection: 'column' });

export const heading = style([
  { ...type.label, marginBlock: `${space.base} ${space.hair}`, color: vars.muted, letterSpacing: '.12em' },
]);

export const close = style([button.outline, { marginBlockStart: space.huge, alignSelf: 'flex-start' }]);

import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { OVERLAY_FADE_DELAY } from '#domain/timings.ts';
import { layer } from '../styles/metrics.ts';
import { space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

const fadeOut = keyframes({ to: { opacity: 0 } });

const base = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.overlay,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.large,
  padding: space.base,
  background: vars.paper,
  textAlign: 'center',
});

export const frame = styleVariants({
  visible: [base],
  fading: [base, { pointerEvents: 'none', animation: `${fadeOut} ${OVERLAY_FADE_DELAY}ms ease-out forwards` }],
});

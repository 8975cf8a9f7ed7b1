import { style } from '@vanilla-extract/css';
import { metrics } from './metrics.ts';
import { type } from './type.ts';
import { vars } from './vars.css.ts';

/** An amount of money in large type. */
export const price = style(type.price);

export const muted = style({ color: vars.muted });

export const success = style({ color: vars.success });

export const danger = style({ color: vars.danger });

export const prose = style({ maxWidth: metrics.prose });

export const visuallyHidden = style({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

/** Digits of one width, so that the text does not move every second. */
export const countdown = style({ fontVariantNumeric: 'tabular-nums' });

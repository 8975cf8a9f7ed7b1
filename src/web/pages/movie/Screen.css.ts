import { style } from '@vanilla-extract/css';
import { media } from '../../styles/metrics.ts';
import { line, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

export const screen = style({ position: 'relative', width: '92%', marginInline: 'auto', paddingBlockStart: '22px' });

export const picture = style({ position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' });

export const arc = style({
  stroke: vars.accent,
  strokeWidth: line.thick,
  vectorEffect: 'non-scaling-stroke',
  '@media': { [media.forcedColours]: { stroke: 'CanvasText' } },
});

export const glowStart = style({
  stopColor: vars.glow,
  '@media': { [media.forcedColours]: { stopColor: 'transparent' } },
});

export const label = style({
  ...type.tiny,
  position: 'relative',
  paddingBlockEnd: space.tiny,
  color: vars.accent,
  fontWeight: weight.medium,
  letterSpacing: '0.4em',
  textIndent: '0.4em',
  textAlign: 'center',
  textTransform: 'uppercase',
});

import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { media, metrics } from '../styles/metrics.ts';
import { line, motion, radius, space } from '../styles/scale.ts';
import { weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });

const base = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.tiny,
  minHeight: metrics.control,
  paddingInline: space.medium,
  paddingBlock: space.tiny,
  border: `${line.thin} solid transparent`,
  borderRadius: radius.medium,
  fontWeight: weight.bold,
  textAlign: 'center',
  textDecoration: 'none',
  transition: `background-color ${motion.quick}, border-color ${motion.quick}, filter ${motion.quick}`,
  selectors: {
    '&:active:not(:disabled, [aria-disabled="true"])': { filter: 'brightness(0.9)' },
    '&:disabled, &[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.5 },
    '&[aria-busy="true"]': { cursor: 'progress' },
    // The spinner lies in the button's padding, so the label does not move.
    '&[aria-busy="true"]::before': {
      content: '',
      position: 'absolute',
      insetInlineStart: space.hair,
      width: space.small,
      height: space.small,
      border: `${line.medium} solid`,
      borderBlockStartColor: 'transparent',
      borderRadius: radius.round,
      animation: `${turn} 1s linear infinite`,
    },
  },
});

const pressed = {
  background: vars.primary,
  borderColor: vars.primary,
  color: vars.onPrimary,
  '@media': {
    [media.forcedColours]: { background: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' },
  },
} as const;

export const button = styleVariants({
  primary: [
    base,
    {
      background: vars.primary,
      color: vars.onPrimary,
      selectors: { '&:hover:not(:disabled, [aria-disabled="true"])': { filter: 'brightness(1.08)' } },
    },
  ],
  outline: [
    base,
    {
      borderColor: vars.controlBorder,
      color: vars.text,
      selectors: {
        '&:hover:not(:disabled, [aria-disabled="true"])': { borderColor: vars.accent },
        '&[aria-pressed="true"]': pressed,
      },
    },
  ],
  danger: [
    base,
    {
      borderColor: vars.danger,
      color: vars.danger,
      selectors: { '&:hover:not(:disabled, [aria-disabled="true"])': { background: vars.raised } },
    },
  ],
  text: [
    base,
    {
      paddingInline: space.tiny,
      color: vars.accent,
      selectors: {
        '&:hover:not(:disabled, [aria-disabled="true"])': { textDecoration: 'underline' },
        '&[aria-pressed="true"]': pressed,
      },
    },
  ],
});

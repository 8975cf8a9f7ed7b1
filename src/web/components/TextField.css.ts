import { style } from '@vanilla-extract/css';
import { media, metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const field = style({ display: 'grid', gap: space.hair });

export const label = style({ ...type.label, fontWeight: weight.medium });

export const input = style({
  width: '100%',
  minHeight: metrics.input,
  paddingInline: space.small,
  background: vars.raised,
  color: vars.text,
  border: `${line.thin} solid ${vars.controlBorder}`,
  borderRadius: radius.medium,
  selectors: {
    '&::placeholder': { color: vars.muted, opacity: 1 },
    '&[aria-invalid="true"]': { borderColor: vars.danger },
    '&:read-only': { color: vars.muted },
  },
  '@media': { [media.forcedColours]: { selectors: { '&[aria-invalid="true"]': { borderStyle: 'dashed' } } } },
});

export const error = style({ ...type.label, minHeight: '1.4em', color: vars.danger });

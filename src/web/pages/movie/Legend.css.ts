import { style } from '@vanilla-extract/css';
import { space } from '../../styles/scale.ts';
import { type } from '../../styles/type.ts';

export const legend = style({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: space.small,
  rowGap: space.tiny,
});

export const entry = style({ display: 'flex', alignItems: 'center', gap: space.hair });

export const swatch = style({ width: '1.375rem' });

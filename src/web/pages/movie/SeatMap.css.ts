import { globalStyle, style } from '@vanilla-extract/css';
import { space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const HALL_WIDTH = '500px';

export const seats = style({ width: '100%', maxWidth: HALL_WIDTH, marginInline: 'auto' });

export const grid = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 'clamp(2px, 0.7vw, 6px)',
});

export const emptyGrid = style([grid, { visibility: 'hidden' }]);

globalStyle(`${grid} td > :is(button, span)`, { minHeight: '1.75rem' });

export const letterColumn = style({ width: space.base });

export const aisleColumn = style({ width: 'clamp(12px, 5vw, 40px)' });

export const letter = style({ ...type.tiny, color: vars.muted, fontWeight: weight.medium, textAlign: 'center' });

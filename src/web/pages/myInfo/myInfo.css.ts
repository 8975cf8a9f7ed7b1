import { globalStyle, style } from '@vanilla-extract/css';
import { panel, stack } from '../../styles/layout.css.ts';
import { metrics } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

export const facts = style([
  panel,
  {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: `${space.tiny} ${space.large}`,
    maxWidth: metrics.modal,
  },
]);

globalStyle(`${facts} dt`, { color: vars.muted });
globalStyle(`${facts} dd`, { margin: 0, fontWeight: weight.bold, overflowWrap: 'anywhere' });

export const part = stack;

export const form = style([stack, { maxWidth: metrics.modal }]);

export const heading = style(type.price);

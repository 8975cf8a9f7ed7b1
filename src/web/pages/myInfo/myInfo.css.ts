import { globalStyle, style } from '@vanilla-extract/css';
import { panel, stack } from '../../styles/layout.css.ts';
import { fromWideContent } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

/** The account's facts and actions; the password form is beside them on a wide screen, below them otherwise. */
export const columns = style([
  stack,
  {
    alignItems: 'start',
    '@container': { [fromWideContent]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  },
]);

export const facts = style([
  panel,
  { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: `${space.tiny} ${space.large}` },
]);

globalStyle(`${facts} dt`, { color: vars.muted });
// Names that were chosen before the limit on combining marks may overlap other rows, so they are clipped.
globalStyle(`${facts} dd`, { margin: 0, fontWeight: weight.bold, overflow: 'hidden', overflowWrap: 'anywhere' });

export const part = style([panel, stack]);

export const heading = style(type.price);

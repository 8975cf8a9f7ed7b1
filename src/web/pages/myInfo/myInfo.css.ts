import { globalStyle, style } from '@vanilla-extract/css';
import { panel, stack } from '../../styles/layout.css.ts';
import { fromWideContent } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

/** The account's facts and actions, and beside them, where there is room, the form. */
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
// Names of before there was a limit may stack marks that reach over other rows.
globalStyle(`${facts} dd`, { margin: 0, fontWeight: weight.bold, overflow: 'hidden', overflowWrap: 'anywhere' });

export const part = style([panel, stack]);

export const heading = style(type.price);

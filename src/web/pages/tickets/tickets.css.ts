import { style, styleVariants } from '@vanilla-extract/css';
import { panel } from '../../styles/layout.css.ts';
import { media } from '../../styles/metrics.ts';
import { radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const POSTER_WIDTH = '88px';

export const list = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.base,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.fromDesktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

const base = style([
  panel,
  {
    display: 'grid',
    gridTemplateColumns: `${POSTER_WIDTH} minmax(0, 1fr)`,
    alignItems: 'start',
    gap: space.base,
    '@media': { [media.fromTablet]: { gridTemplateColumns: `${POSTER_WIDTH} minmax(0, 1fr) auto` } },
  },
]);

export const card = styleVariants({
  live: [base],
  expired: [base, { background: vars.background, color: vars.muted }],
});

export const poster = style({
  overflow: 'hidden',
  borderRadius: radius.small,
  selectors: { [`${card.expired} &`]: { filter: 'grayscale(1)', opacity: 0.6 } },
});

export const facts = style({ display: 'grid', gap: space.hair });

export const title = style([type.price, { overflowWrap: 'anywhere' }]);

export const when = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.tiny });

export const price = style({ fontWeight: weight.bold });

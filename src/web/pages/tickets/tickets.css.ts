import { style, styleVariants } from '@vanilla-extract/css';
import { panel, row } from '../../styles/layout.css.ts';
import { radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const POSTER_WIDTH = '88px';
const CARD_WIDTH = '340px';

export const list = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${CARD_WIDTH}, 100%), 1fr))`,
  gap: space.base,
});

const base = style([
  panel,
  {
    display: 'grid',
    gridTemplate: `1fr auto / ${POSTER_WIDTH} minmax(0, 1fr)`,
    alignItems: 'start',
    gap: space.base,
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

export const strong = style({ fontWeight: weight.bold });

export const used = style({ color: vars.info, fontWeight: weight.bold });

export const places = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.small,
  fontWeight: weight.bold,
});

export const actions = style([row, { gridColumn: '1 / -1' }]);

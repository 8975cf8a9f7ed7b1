import { style } from '@vanilla-extract/css';
import { stack } from '../../styles/layout.css.ts';
import { fromWideContent } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';
import { type } from '../../styles/type.ts';

const POSTER_WIDTH = 'clamp(96px, 14.5cqi, 180px)';
const POSTER_WIDTH_SMALL = '96px';

/** On a wide screen, film and schedule are beside the seats, so that all rows are visible at once; on a phone, above them. */
export const layout = style([
  stack,
  {
    alignItems: 'start',
    '@container': {
      [fromWideContent]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', columnGap: space.huge },
    },
  },
]);

export const film = style([stack, { '@container': { [fromWideContent]: { gap: space.large } } }]);

export const facts = style({
  display: 'grid',
  gridTemplateColumns: `${POSTER_WIDTH_SMALL} minmax(0, 1fr)`,
  alignItems: 'start',
  gap: space.base,
  '@container': {
    [fromWideContent]: { gridTemplateColumns: `minmax(0, ${POSTER_WIDTH}) minmax(0, 1fr)`, gap: space.large },
  },
});

export const words = style([stack, { gap: space.tiny, '@container': { [fromWideContent]: { gap: space.base } } }]);

export const title = style([type.heading, { textTransform: 'uppercase', overflowWrap: 'anywhere' }]);

export const badges = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.small });

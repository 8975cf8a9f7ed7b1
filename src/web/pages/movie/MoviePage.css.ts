import { style } from '@vanilla-extract/css';
import { stack } from '../../styles/layout.css.ts';
import { media } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';
import { type } from '../../styles/type.ts';

const POSTER_WIDTH = '340px';
const POSTER_WIDTH_SMALL = '180px';

export const layout = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.large,
  '@media': {
    [media.fromDesktop]: { gridTemplateColumns: `${POSTER_WIDTH} minmax(0, 1fr)`, gap: space.huge },
  },
});

export const poster = style({
  maxWidth: POSTER_WIDTH_SMALL,
  '@media': { [media.fromDesktop]: { maxWidth: 'none' } },
});

export const facts = style([stack, { alignContent: 'start' }]);

export const title = style([type.heading, { textTransform: 'uppercase', overflowWrap: 'anywhere' }]);

export const badges = style({ display: 'flex', alignItems: 'center', gap: space.small });

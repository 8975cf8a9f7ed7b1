import { style } from '@vanilla-extract/css';
import { fromWideContent, media, metrics } from './metrics.ts';
import { line, radius, space } from './scale.ts';
import { vars } from './vars.css.ts';

/** The centred column of every page and bar. */
export const content = style({
  width: '100%',
  maxWidth: metrics.content,
  marginInline: 'auto',
  paddingInline: metrics.gutter,
});

/** Elements below one another, with the page's standard gap. */
export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.base });

/** A narrow form, for a few short fields. */
export const form = style([stack, { width: '100%', maxWidth: metrics.form }]);

/** Buttons side by side; they wrap. */
export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.tiny });

/** Text links side by side. The negative margin aligns their text with the content above. */
export const textLinks = style([row, { marginInlineStart: `calc((${space.tiny} + ${line.thin}) * -1)` }]);

/** A bordered surface on the page. */
export const panel = style({
  padding: space.base,
  background: vars.paper,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.large,
});

/** The grid of films: 2, 3 or 4 columns. */
export const movieGrid = style({
  display: 'grid',
  gap: space.base,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': {
    [media.fromTablet]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
  '@container': { [fromWideContent]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});

/** Texts of seat rows side by side. Lines break between rows, never within a row. */
export const seatRows = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.tiny });

/** Short texts side by side; they wrap. */
export const progress = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.base });

/** An element below the buttons of a `row`, as wide as the row. */
export const ownRow = style({ order: 1, flexBasis: '100%', minWidth: 0 });

import { globalStyle, style } from '@vanilla-extract/css';
import { media, metrics } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

/** On a phone, the hall is as wide as the screen, so that seats are large enough for a thumb. */
export const hall = style({
  display: 'grid',
  // Its own stacking context: a change of a seat does not repaint what is around the hall.
  isolation: 'isolate',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.tiny,
  paddingBlock: space.base,
  background: vars.paper,
  border: `${line.thin} solid ${vars.hairline}`,
  '@media': {
    [media.beforeTablet]: { marginInline: `calc(${metrics.gutter} * -1)`, borderInlineWidth: 0 },
    [media.fromTablet]: { paddingInline: space.base, borderRadius: radius.large },
  },
});

/** The legend and the button that switches to the list, in one row. */
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: space.tiny,
});

globalStyle(`${foot} > button`, { ...type.label });

/** Hides the button but keeps its space while the seats load. */
globalStyle(`${foot}[aria-hidden="true"] > button`, { visibility: 'hidden' });

import { globalStyle, style } from '@vanilla-extract/css';
import { media, metrics } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

/** On a phone the hall goes from edge to edge, so that seats are as wide as thumbs. */
export const hall = style({
  display: 'grid',
  // A seat that changes is painted without what lies around the hall.
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

/** The legend of the seats and the switch to their list, in one row. */
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: space.tiny,
});

globalStyle(`${foot} > button`, { ...type.label });

/** Keeps the place of the button while the seats are fetched. */
globalStyle(`${foot}[aria-hidden="true"] > button`, { visibility: 'hidden' });

import { style } from '@vanilla-extract/css';
import { media, metrics } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

/** The height of a button's visible part: that of the header beside it. The area that reacts to a tap is higher. */
const VISIBLE = '30px';

/** Has no height: the buttons overflow into the space above and below the header, so that they do not move the hall. */
export const group = style({ display: 'flex', alignItems: 'center', height: 0 });

export const words = style({
  ...type.label,
  display: 'none',
  marginInlineEnd: space.tiny,
  color: vars.muted,
  '@media': { [media.fromTablet]: { display: 'inline' } },
});

export const count = style({
  ...type.label,
  position: 'relative',
  width: 'clamp(30px, 9.375vw, 36px)',
  height: metrics.control,
  fontWeight: weight.bold,
  selectors: {
    '&::before': {
      content: '',
      position: 'absolute',
      insetInline: line.medium,
      insetBlock: `calc((${metrics.control} - ${VISIBLE}) / 2)`,
      border: `${line.thin} solid ${vars.controlBorder}`,
      borderRadius: radius.small,
    },
    '&[aria-disabled="true"]': { color: vars.inactiveText, cursor: 'not-allowed' },
    '&[aria-disabled="true"]::before': { borderColor: vars.hairline },
  },
  '@media': {
    [media.canHover]: {
      selectors: { '&:hover:not([aria-disabled="true"])': { color: vars.accent } },
    },
    [media.forcedColours]: { selectors: { '&[aria-disabled="true"]': { color: 'GrayText' } } },
  },
});

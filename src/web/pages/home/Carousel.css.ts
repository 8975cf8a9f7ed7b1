import { style } from '@vanilla-extract/css';
import { media } from '../../styles/metrics.ts';
import { line, motion, radius, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

/** How many slides a slide lies from the middle one; negative on its left. The slider writes it on every frame. */
export const OFFSET = '--slide-offset';

/** By how many slides a slide stands aside of where it would be, until the slider moves it. */
export const PLACE = '--slide-place';

const offset = `var(${OFFSET}, 0)`;
const distance = `max(${offset}, -1 * ${offset})`;

export const carousel = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.base });

export const track = style({
  position: 'relative',
  display: 'flex',
  overflow: 'hidden',
  userSelect: 'none',
  touchAction: 'pan-y',
  WebkitTapHighlightColor: 'transparent',
  paddingBlock: space.small,
  '@supports': { '(overflow: clip)': { overflow: 'clip' } },
});

export const slide = style({
  flex: '0 0 33.333%',
  minWidth: 0,
  transform: `translateX(calc((var(${PLACE}, 0) + 1) * 100%))`,
  '@media': {
    [media.fromDesktop]: { flexBasis: '20%', transform: `translateX(calc((var(${PLACE}, 0) + 2) * 100%))` },
  },
});

export const link = style({
  display: 'grid',
  gap: space.small,
  marginInline: space.hair,
  borderRadius: radius.large,
  textAlign: 'center',
  textDecoration: 'none',
});

export const cover = style({
  position: 'relative',
  overflow: 'hidden',
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.medium,
  opacity: `calc(1 - ${distance} * 0.25)`,
  transform: `perspective(60rem) rotateY(calc(${offset} * -26deg)) scale(calc(1 - ${distance} * 0.06))`,
  willChange: 'transform',
  '@media': {
    [media.fromDesktop]: { borderRadius: radius.large },
    [media.lessMotion]: { transform: 'none' },
  },
});

export const play = style({
  position: 'absolute',
  inset: 0,
  opacity: 0,
  transition: `opacity ${motion.calm}`,
  selectors: { [`${link}:focus-visible &`]: { opacity: 1 } },
  '@media': { [media.canHover]: { selectors: { [`${link}:hover &`]: { opacity: 1 } } } },
});

export const caption = style({
  ...type.tiny,
  display: 'grid',
  alignContent: 'start',
  minHeight: '4.6em',
  color: vars.muted,
  '@media': { [media.fromTablet]: { ...type.body, minHeight: '4.5em' } },
});

export const title = style({
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  fontWeight: weight.bold,
  overflowWrap: 'anywhere',
  selectors: { [`${slide}[data-middle] &`]: { color: vars.text } },
});

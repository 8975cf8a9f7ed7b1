import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { row, stack } from '../../styles/layout.css.ts';
import { media, metrics } from '../../styles/metrics.ts';
import { space, line, motion, radius } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const fadeInAndOut = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.25 } });

/**
 * Distributes the free space of a screen that is higher than the content needs. `needed` is a constant, because the real height
 * grows while the document streams in, which would move the content.
 */
const spare = (needed: string) => {
  const part = `clamp(0px, (100svh - ${needed}) / 5, 56px)`;
  return { paddingBlockStart: part, rowGap: `calc(${space.base} + ${part})` };
};

export const home = style([
  stack,
  {
    ...spare('640px'),
    '@media': { [media.fromTablet]: spare('960px'), [media.fromDesktop]: spare('800px') },
  },
]);

export const welcome = style(type.hero);

globalStyle(`${welcome} br`, { '@media': { [media.fromDesktop]: { display: 'none' } } });

export const header = style([row, { flexWrap: 'nowrap', minHeight: metrics.control }]);

globalStyle(`${header} > button`, { width: metrics.control, paddingInline: 0 });
globalStyle(`${header} > :last-child > svg`, { transform: 'scaleX(-1)' });

export const nowShowing = style({
  marginInlineEnd: 'auto',
  color: vars.accent,
  fontSize: '1.5rem',
  fontWeight: weight.bold,
  // Ends within 5 s (WCAG 2.2.2). An endless animation kept a tenth of a core busy without a GPU.
  animation: `${fadeInAndOut} 2.4s ease-in-out 2`,
});

/** The distance of a slide from the middle, in slides; negative on the left. The slider writes it while it moves. */
export const OFFSET = '--slide-offset';

/** The width of a slide relative to its place in the row. The middle slide overlaps its neighbours, which are scaled down. */
const WIDER = 1.385;
const WIDER_ON_DESKTOPS = 1.18;

const offset = `var(${OFFSET})`;
const distance = `max(${offset}, -1 * ${offset})`;
const size = `scale(calc(1 - min(${distance}, 1) * 0.22 - ${distance} * 0.04))`;

export const carousel = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.base });

export const track = style({
  display: 'grid',
  justifyItems: 'center',
  overflow: 'hidden',
  marginInline: `calc(-1 * ${metrics.gutter})`,
  userSelect: 'none',
  touchAction: 'pan-y pinch-zoom',
  WebkitTapHighlightColor: 'transparent',
  paddingBlock: space.small,
  '@supports': { '(overflow: clip)': { overflow: 'clip' } },
});

export const slide = style({
  gridArea: '1 / 1',
  width: 'calc(100% / 3)',
  zIndex: `calc(9 - ${distance})`,
  transform: `translateX(calc(${offset} * 100%))`,
  '@media': { [media.fromDesktop]: { width: '20%' } },
  selectors: { '&[data-far]': { contentVisibility: 'auto' } },
});

export const link = style({
  display: 'grid',
  gap: space.small,
  marginInline: overhang(WIDER),
  borderRadius: radius.large,
  textAlign: 'center',
  textDecoration: 'none',
  '@media': { [media.fromDesktop]: { marginInline: overhang(WIDER_ON_DESKTOPS) } },
});

export const cover = style({
  position: 'relative',
  overflow: 'hidden',
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.medium,
  opacity: `calc(1 - ${distance} * 0.25)`,
  transform: `perspective(60rem) rotateY(calc(clamp(-3, ${offset}, 3) * -26deg)) ${size}`,
  transformOrigin: '50% 100%',
  willChange: 'transform',
  '@media': {
    [media.fromDesktop]: { borderRadius: radius.large },
    [media.lessMotion]: { transform: size },
  },
});

function overhang(wider: number): string {
  return `${((1 - wider) * 50).toFixed(2)}%`;
}

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
  paddingInline: '15%',
  color: vars.muted,
  '@media': {
    [media.fromTablet]: { ...type.body, minHeight: '4.5em' },
    [media.fromDesktop]: { paddingInline: '9%' },
  },
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

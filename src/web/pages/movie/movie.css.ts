import { style, globalStyle, styleVariants } from '@vanilla-extract/css';
import { ownRow, stack } from '../../styles/layout.css.ts';
import { fromWideContent, media, metrics } from '../../styles/metrics.ts';
import { space, line, radius } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { DATES_OFFERED, SHOWTIMES } from '#domain/showtimes.ts';
import { bottomBar } from '../../styles/bottomBar.css.ts';
import { vars } from '../../styles/vars.css.ts';

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

const options = style({
  display: 'grid',
  gap: space.tiny,
  '@media': { [media.fromTablet]: { justifyContent: 'start' } },
});

/** On a phone as many columns as have space for the widest word, which a large font of the browser can make too wide for `count`. */
const columns = (count: number, widest: string) => ({
  gridTemplateColumns: `repeat(auto-fit, minmax(calc(${widest} + ${space.small}), 1fr))`,
  // A fixed width: the width of the text would change when the web font loads.
  '@media': { [media.fromTablet]: { gridTemplateColumns: `repeat(${count}, minmax(0, 7rem))` } },
});

export const { dates, times } = styleVariants({
  dates: [options, columns(DATES_OFFERED, '2rem')],
  times: [options, columns(SHOWTIMES.length, '2.6rem')],
});

globalStyle(`${options} > button`, { paddingInline: space.hair });

export const invitation = style({
  padding: space.large,
  border: `${line.thin} dashed ${vars.controlBorder}`,
  borderRadius: radius.large,
  textAlign: 'center',
  color: vars.muted,
  '@media': { [media.fromDesktop]: { padding: `${space.page} ${space.large}` } },
});

/** The bar with the selection. Its height stays small even if the seats are in six rows, so that the whole hall is visible above it. */
export const summary = style([
  bottomBar,
  {
    ...type.label,
    padding: `${space.tiny} ${space.small}`,
    borderBlockStart: `${line.thin} solid ${vars.hairline}`,
  },
]);

/** The link to copy, whose focus ring must not touch the buy button. */
globalStyle(`${summary} > ${ownRow}`, { marginBlockEnd: space.small });

/** The selection, and the button that shares it. */
export const chosen = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space.tiny,
});

/** Gives the button no height beyond that of the selection, so that the bar stays low; its area for taps is higher. */
globalStyle(`${chosen} > button`, { ...type.label, flexShrink: 0, marginBlock: `calc(${space.small} * -1)` });

/** The total beside the buy button. They wrap when they do not fit, because an amount must never be cut off. */
export const payment = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space.hair,
});

globalStyle(`${payment} button`, { ...type.body, paddingInline: space.base });

/** Keeps the line of the countdown free, so that the buttons below do not move when it appears. */
export const heldLine = style({ minHeight: '1lh' });

/** The height of a button's visible part, equal to the header's height. The area that reacts to taps is higher. */
const VISIBLE_HEIGHT = '30px';

/**
 * Has no height, so that label and buttons do not move the hall: they overflow into the space above and below the header. On a phone the
 * label is above the buttons.
 */
export const bestSeats = style({
  display: 'grid',
  gridTemplateColumns: `repeat(${MAXIMUM_SEATS}, auto)`,
  alignContent: 'center',
  alignItems: 'center',
  height: 0,
  '@media': { [media.fromTablet]: { gridTemplateColumns: `repeat(${MAXIMUM_SEATS + 1}, auto)` } },
});

export const bestSeatsLabel = style({
  ...type.tiny,
  gridColumn: '1 / -1',
  // As close to the visible part of the buttons as possible.
  marginBlockEnd: `calc((${VISIBLE_HEIGHT} - ${metrics.control}) / 2 + ${line.medium})`,
  paddingInlineStart: line.medium,
  color: vars.muted,
  '@media': {
    [media.fromTablet]: { ...type.label, gridColumn: 'auto', marginBlockEnd: 0, marginInlineEnd: space.tiny },
  },
});

export const bestSeatsCount = style({
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
      insetBlock: `calc((${metrics.control} - ${VISIBLE_HEIGHT}) / 2)`,
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

/**
 * Styles for parts of a page that depend on the session, until the session is restored. The document's inline script sets
 * `data-returning` if the browser has a token.
 */
export const awaited = {
  returning: style({ selectors: { ':root:not([data-returning]) &': { display: 'none' } } }),
  stranger: style({ selectors: { ':root[data-returning] &': { display: 'none' } } }),
};

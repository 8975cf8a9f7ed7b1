import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { content } from '../styles/layout.css.ts';
import { layer, media, metrics } from '../styles/metrics.ts';
import { line, motion, radius, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

const barBase = style({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: layer.topBar,
  background: vars.background,
  borderBlockEnd: `${line.thin} solid transparent`,
  selectors: { '&:has([role="menu"])': { zIndex: layer.menu } },
  transition: `background-color ${motion.calm}, border-color ${motion.calm}, box-shadow ${motion.calm}`,
  '@media': { [media.low]: { position: 'static' } },
});

export const bar = styleVariants({
  top: [barBase],
  scrolled: [
    barBase,
    {
      background: vars.paper,
      borderBlockEndColor: vars.hairline,
      boxShadow: `0 ${line.thin} ${space.hair} ${vars.hairline}`,
    },
  ],
});

export const inner = style([
  content,
  { display: 'flex', alignItems: 'center', gap: space.tiny, minHeight: metrics.topBar },
]);

export const menuButton = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: metrics.control,
  height: metrics.control,
  marginInlineStart: `calc(${space.tiny} * -1)`,
  border: 0,
  borderRadius: radius.medium,
  background: 'transparent',
  color: vars.text,
  cursor: 'pointer',
  selectors: { '&:hover': { color: vars.accent } },
});

export const brand = style({
  display: 'none',
  alignItems: 'center',
  minHeight: metrics.control,
  textDecoration: 'none',
  color: 'inherit',
  '@media': { [media.fromTablet]: { display: 'inline-flex' } },
});

/** The links scroll sideways when they do not fit. Before that, a long name is cut off. */
export const navigation = style({
  display: 'flex',
  gap: space.hair,
  overflowX: 'auto',
  whiteSpace: 'nowrap',
  '@media': { [media.fromTablet]: { marginInlineStart: space.base, gap: space.tiny } },
});

// The scrolling box would cut off an outline around the link.
globalStyle(`${navigation} > a`, { outlineOffset: `calc(${line.medium} * -1)` });

export const visitor = style({ position: 'relative', minWidth: '5.5em', flexShrink: 99, marginInlineStart: 'auto' });

globalStyle(`${visitor} > button`, {
  display: 'block',
  marginInlineStart: 'auto',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** Places the error notice where the user menu would be, if the menu's code could not be loaded. */
globalStyle(`${visitor} > [role="alert"]`, {
  position: 'absolute',
  insetBlockStart: `calc(100% + ${space.tiny})`,
  insetInlineEnd: 0,
  width: `min(${metrics.drawer}, calc(100vw - 2 * ${metrics.gutter}))`,
  background: vars.raised,
  boxShadow: vars.shadow,
});

export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: metrics.control,
  paddingInline: space.tiny,
  color: vars.text,
  textDecoration: 'none',
  borderRadius: radius.small,
  boxShadow: `inset 0 0 0 0 transparent`,
  transition: `color ${motion.quick}, box-shadow ${motion.quick}`,
  selectors: {
    '&:hover': { color: vars.accent },
    '&[aria-current]': {
      color: vars.accent,
      fontWeight: 700,
      borderRadius: 0,
      boxShadow: `inset 0 calc(${line.medium} * -1) 0 ${vars.accent}`,
    },
  },
  '@media': {
    [media.forcedColours]: { selectors: { '&[aria-current]': { borderBlockEnd: `${line.medium} solid` } } },
  },
});

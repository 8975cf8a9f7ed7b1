import { globalStyle, style, styleVariants, keyframes } from '@vanilla-extract/css';
import { content, stack } from '../styles/layout.css.ts';
import { media, metrics, layer } from '../styles/metrics.ts';
import { space, radius, line } from '../styles/scale.ts';
import { weight, type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';
import { visuallyHidden } from '../styles/text.css.ts';
import { OVERLAY_FADE_DELAY } from '#domain/timings.ts';

/** The content is at least as high as the screen, so that the footer stays below the screen and does not move while content loads. */
const SCREEN_HEIGHT = `calc(100lvh - ${metrics.topBar})`;

export const frame = style({ display: 'flex', flexDirection: 'column' });

export const main = style([
  content,
  stack,
  {
    minHeight: SCREEN_HEIGHT,
    alignContent: 'start',
    paddingBlock: `${space.large} ${space.page}`,
    outline: 'none',
    // Only on wide screens: in older browsers, a fixed bar inside a container is positioned by the container, not by the screen.
    '@media': { [media.fromDesktop]: { containerType: 'inline-size' } },
  },
]);

globalStyle(`${frame} > :not(main)`, { '@media': { print: { display: 'none' } } });

export const skipLink = style({
  position: 'fixed',
  zIndex: layer.skipLink,
  insetBlockStart: space.tiny,
  insetInlineStart: space.tiny,
  display: 'grid',
  alignItems: 'center',
  minHeight: metrics.control,
  paddingInline: space.base,
  borderRadius: radius.medium,
  background: vars.primary,
  color: vars.onPrimary,
  fontWeight: weight.bold,
  selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
});

export const statusLine = styleVariants({
  nothing: [visuallyHidden],
  said: [
    {
      ...type.label,
      position: 'sticky',
      zIndex: layer.sticky,
      insetBlockStart: metrics.topBar,
      paddingBlock: space.tiny,
      paddingInline: metrics.gutter,
      borderBlockEnd: `${line.thin} solid ${vars.hairline}`,
      background: vars.raised,
      color: vars.text,
      textAlign: 'center',
      '@media': { [media.low]: { position: 'static' } },
    },
  ],
});

const fadeOut = keyframes({ to: { opacity: 0 } });

const overlayBase = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.overlay,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.large,
  padding: space.base,
  background: vars.paper,
  textAlign: 'center',
});

export const overlay = styleVariants({
  visible: [overlayBase],
  fading: [overlayBase, { pointerEvents: 'none', animation: `${fadeOut} ${OVERLAY_FADE_DELAY}ms ease-out forwards` }],
});

export const footer = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.base,
  paddingBlock: space.huge,
  borderBlockStart: `${line.thin} solid ${vars.hairline}`,
});

export const links = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', columnGap: space.base });

import { globalStyle, style } from '@vanilla-extract/css';
import { layer, media } from './metrics.ts';
import { vars } from './vars.css.ts';

/** The maximum height of the bar. In rem, because the bar grows with the text size. */
export const barRoom = '7rem';

/**
 * A bar at the lower edge of the screen, or of its column on a wide screen. The scroll padding below keeps a focused element from
 * being covered by it.
 */
export const bottomBar = style({
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: layer.sticky,
  background: vars.paper,
  '@media': {
    [media.low]: { position: 'static' },
    [media.withBar]: { position: 'fixed', insetInline: 0 },
  },
});

globalStyle(`:root:has(.${bottomBar})`, {
  scrollPaddingBlockEnd: barRoom,
  '@media': { [media.low]: { scrollPaddingBlockEnd: 0 } },
});

/** Extra space at the end of the page, so that the end can be scrolled above the bar. */
globalStyle(`body:has(.${bottomBar})`, { '@media': { [media.withBar]: { paddingBlockEnd: barRoom } } });

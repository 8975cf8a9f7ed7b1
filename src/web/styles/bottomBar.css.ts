import { createVar, globalStyle, style } from '@vanilla-extract/css';
import { progress, textLinks } from './layout.css.ts';
import { layer, media } from './metrics.ts';
import { vars } from './vars.css.ts';

/** The maximum height of the bar. */
export const barRoom = createVar();

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

/** Content that makes the bar higher, and its height: shared seats, the buttons of the user who shares them, and the link to copy. */
const ROOMS = [
  [`.${progress}`, '8rem'],
  [`.${textLinks.replace(' ', '.')}`, '11rem'],
  ['input', '16rem'],
] as const;

// In rem, because the bar grows with the text size. `:where` gives all selectors one specificity, so that the last one applies.
globalStyle(':root', { vars: { [barRoom]: '7rem' } });
for (const [content, room] of ROOMS)
  globalStyle(`:root:has(:where(.${bottomBar} ${content}))`, { vars: { [barRoom]: room } });

globalStyle(`:root:has(.${bottomBar})`, {
  scrollPaddingBlockEnd: barRoom,
  '@media': { [media.low]: { scrollPaddingBlockEnd: 0 } },
});

/** Extra space at the end of the page, so that the end can be scrolled above the bar. */
globalStyle(`body:has(.${bottomBar})`, { '@media': { [media.withBar]: { paddingBlockEnd: barRoom } } });

import { globalStyle, style } from '@vanilla-extract/css';
import { layer, media } from './metrics.ts';
import { vars } from './vars.css.ts';

/** The maximum height of the bar; it grows with the text. */
export const barRoom = '7rem';

/** A bar that stays at the lower edge of the screen, or of its column on a wide one; what gets the focus stops above it. */
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

/** The end of the page can be scrolled out from under it. */
globalStyle(`body:has(.${bottomBar})`, { '@media': { [media.withBar]: { paddingBlockEnd: barRoom } } });

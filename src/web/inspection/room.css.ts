import { globalStyle } from '@vanilla-extract/css';
import { barRoom } from '../styles/bottomBar.css.ts';
import { media, metrics } from '../styles/metrics.ts';

// Elements that the product fixes to an edge make room for the open panel: dialogs, toasts; the minimised panel stands above a page's bar.
globalStyle('body > :has(> [role="dialog"])', {
  insetBlockEnd: 'var(--inspector-block, 0)',
  insetInlineEnd: 'var(--inspector-inline, 0)',
});
globalStyle('[role="region"][aria-label^="Notifications, top-right"] > ol', {
  insetInlineEnd: `calc(var(--inspector-inline, 0px) + ${metrics.gutter})`,
});
globalStyle(':root', { '@media': { [media.withBar]: { vars: { '--inspector-tab': barRoom } } } });

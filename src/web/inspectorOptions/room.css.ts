import { globalStyle } from '@vanilla-extract/css';
import { barRoom } from '../styles/bottomBar.css.ts';
import { media, metrics } from '../styles/metrics.ts';

// Dialogs and toasts make room for the open inspector panel. The minimised panel is above a page's bottom bar.
globalStyle('body > :has(> [role="dialog"])', {
  insetBlockEnd: 'var(--inspector-block, 0)',
  insetInlineEnd: 'var(--inspector-inline, 0)',
});
globalStyle('[role="region"][aria-label^="Notifications, top-right"] > ol', {
  insetInlineEnd: `calc(var(--inspector-inline, 0px) + ${metrics.gutter})`,
});
globalStyle(':root', { '@media': { [media.withBar]: { vars: { '--inspector-tab': barRoom } } } });

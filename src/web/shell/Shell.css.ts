import { globalStyle, style } from '@vanilla-extract/css';
import { content, stack } from '../styles/layout.css.ts';
import { media, metrics } from '../styles/metrics.ts';
import { space } from '../styles/scale.ts';

/** As high as the screen, so that the footer stays below it whatever comes into the page. */
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
    // Not on narrower screens, where a page's bar is fixed: older browsers would fix it to this container, not to the screen.
    '@media': { [media.fromDesktop]: { containerType: 'inline-size' } },
  },
]);

globalStyle(`${frame} > :not(main)`, { '@media': { print: { display: 'none' } } });

import { globalStyle, style } from '@vanilla-extract/css';
import { content, stack } from '../styles/layout.css.ts';
import { media, metrics } from '../styles/metrics.ts';
import { space } from '../styles/scale.ts';

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

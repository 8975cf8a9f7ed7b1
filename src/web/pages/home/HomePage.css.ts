import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { row } from '../../styles/layout.css.ts';
import { media, metrics } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const fadeInAndOut = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.25 } });

/** Fills the first screen, whatever is left being shared out between its parts. */
export const home = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'space-evenly',
  gap: space.base,
  minHeight: `calc(100svh - ${metrics.topBar} - ${space.large} - ${space.page})`,
});

export const welcome = style(type.hero);

globalStyle(`${welcome} br`, { '@media': { [media.fromDesktop]: { display: 'none' } } });

export const header = style([row, { flexWrap: 'nowrap', minHeight: metrics.control }]);

globalStyle(`${header} > button`, { width: metrics.control, paddingInline: 0 });
globalStyle(`${header} > :last-child > svg`, { transform: 'scaleX(-1)' });

export const nowShowing = style({
  marginInlineEnd: 'auto',
  color: vars.accent,
  fontSize: '1.5rem',
  fontWeight: weight.bold,
  animation: `${fadeInAndOut} 3s ease-in-out infinite`,
});

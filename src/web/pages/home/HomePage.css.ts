import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { row, stack } from '../../styles/layout.css.ts';
import { media, metrics } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

const fadeInAndOut = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.25 } });

/**
 * Distributes the free space of a screen that is higher than the content needs. `needed` is a constant, because the real height
 * grows while the document streams in, which would move the content.
 */
const spare = (needed: string) => {
  const part = `clamp(0px, (100svh - ${needed}) / 5, 56px)`;
  return { paddingBlockStart: part, rowGap: `calc(${space.base} + ${part})` };
};

export const home = style([
  stack,
  {
    ...spare('640px'),
    '@media': { [media.fromTablet]: spare('960px'), [media.fromDesktop]: spare('800px') },
  },
]);

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

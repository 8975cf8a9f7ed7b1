import { globalStyle, style } from '@vanilla-extract/css';
import { content, stack } from '../styles/layout.css.ts';
import { space } from '../styles/scale.ts';

export const frame = style({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' });

export const main = style([
  content,
  stack,
  { flex: 1, alignContent: 'start', paddingBlock: `${space.large} ${space.page}`, outline: 'none' },
]);

globalStyle(`${frame} > :not(main)`, { '@media': { print: { display: 'none' } } });

import { style } from '@vanilla-extract/css';
import { space } from '../styles/scale.ts';

/** A line ends between rows, never within one. */
export const places = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.tiny });

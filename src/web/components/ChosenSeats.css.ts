import { style } from '@vanilla-extract/css';
import { space } from '../styles/scale.ts';

/** Lines break between rows of the hall, never within the text of a row. */
export const places = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.tiny });

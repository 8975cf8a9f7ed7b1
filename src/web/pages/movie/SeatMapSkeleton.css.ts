import { style } from '@vanilla-extract/css';
import { media } from '../../styles/metrics.ts';
import { hall } from './SeatMap.css.ts';

const HALL_HEIGHT = '440px';
const WIDE_HALL_HEIGHT = '560px';

export const skeletonHall = style([
  hall,
  { minHeight: HALL_HEIGHT, '@media': { [media.fromTablet]: { minHeight: WIDE_HALL_HEIGHT } } },
]);

import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { DATES_OFFERED, SHOWTIMES } from '#domain/showtimes.ts';
import { media } from '../../styles/metrics.ts';
import { space } from '../../styles/scale.ts';

const options = style({
  display: 'grid',
  gap: space.tiny,
  '@media': { [media.fromTablet]: { justifyContent: 'start' } },
});

const columns = (count: number) => ({
  gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
  // A fixed width: the width of the text would change when the web font loads.
  '@media': { [media.fromTablet]: { gridTemplateColumns: `repeat(${count}, minmax(0, 7rem))` } },
});

export const { dates, times } = styleVariants({
  dates: [options, columns(DATES_OFFERED)],
  times: [options, columns(SHOWTIMES.length)],
});

globalStyle(`${options} > button`, { paddingInline: space.hair });

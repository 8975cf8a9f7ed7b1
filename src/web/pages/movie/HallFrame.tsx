import { useId } from 'react';
import { seatRows } from '#domain/seatNames.ts';
import { screen } from '#messages/movie.ts';
import * as css from './hall.css.ts';

const SIDE = seatRows()[0]?.left ?? [];

/** The picture of the screen above the seats. */
export function Screen() {
  const glow = useId();

  return (
    <div className={css.screen}>
      <svg className={css.picture} viewBox="0 0 400 48" preserveAspectRatio="none" fill="none" aria-hidden="true">
        <linearGradient id={glow} x1="0" y1="0" x2="0" y2="1">
          <stop className={css.glowStart} />
          <stop offset="1" stopOpacity="0" className={css.glowStart} />
        </linearGradient>
        <path d="M2 14Q200 -8 398 14L378 48H22Z" fill={`url(#${glow})`} />
        <path d="M2 14Q200 -8 398 14" className={css.arc} strokeLinecap="round" />
      </svg>
      <p className={css.screenLabel}>{screen}</p>
    </div>
  );
}

/** The column widths of the seat map: row letters, left side, aisle, right side, row letters. */
export function SeatColumns() {
  return (
    <colgroup>
      <col className={css.letterColumn} />
      <col span={SIDE.length} />
      <col className={css.aisleColumn} />
      <col span={SIDE.length} />
      <col className={css.letterColumn} />
    </colgroup>
  );
}

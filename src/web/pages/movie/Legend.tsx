import * as css from './Legend.css.ts';
import { seat } from './Seat.css.ts';
import { Tick } from './Tick.tsx';

export function Legend() {
  return (
    <ul className={css.legend}>
      <li className={css.entry}>
        <span className={css.swatch} aria-hidden="true">
          <span className={seat.free} />
        </span>
        Free
      </li>
      <li className={css.entry}>
        <span className={css.swatch} aria-hidden="true">
          <span className={seat.selected}>
            <Tick />
          </span>
        </span>
        Selected
      </li>
      <li className={css.entry}>
        <span className={css.swatch} aria-hidden="true">
          <span className={seat.booked}>×</span>
        </span>
        Booked
      </li>
    </ul>
  );
}

import * as css from './Legend.css.ts';
import { FriendsMark } from './FriendsMark.tsx';
import { seat } from './Seat.css.ts';
import { Tick } from './Tick.tsx';

/** The looks of seats; that of friends only where they sit. */
export function Legend({ friends = false }: { readonly friends?: boolean }) {
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
      {friends && (
        <li className={css.entry}>
          <span className={css.swatch} aria-hidden="true">
            <span className={seat.friends}>
              <FriendsMark />
            </span>
          </span>
          Friends
        </li>
      )}
    </ul>
  );
}

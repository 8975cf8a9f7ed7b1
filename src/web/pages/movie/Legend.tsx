import * as css from './hall.css.ts';
import { FriendsMark, Tick } from './SeatMarks.tsx';
import { seat } from './hall.css.ts';

/** The legend of the seat map. It includes friends' seats only if there are any. */
export function Legend({ friends = false }: { readonly friends?: boolean }) {
  return (
    <ul className={css.legend}>
      <li className={css.entry}>
        <span className={css.swatch} aria-hidden="true">
          <span className={seat.free} />
        </span>
        <span>Free</span>
      </li>
      <li className={css.entry}>
        <span className={css.swatch} aria-hidden="true">
          <span className={seat.selected}>
            <Tick />
          </span>
        </span>
        <span>Selected</span>
      </li>
      <li className={css.entry}>
        <span className={css.swatch} aria-hidden="true">
          <span className={seat.booked}>×</span>
        </span>
        <span>Booked</span>
      </li>
      {friends && (
        <li className={css.entry}>
          <span className={css.swatch} aria-hidden="true">
            <span className={seat.friends}>
              <FriendsMark />
            </span>
          </span>
          <span>Friends</span>
        </li>
      )}
    </ul>
  );
}

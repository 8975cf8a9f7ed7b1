import * as css from './hall.css.ts';
import { FriendsMark, HeldMark, Tick } from './SeatMarks.tsx';
import { seat } from './hall.css.ts';

/** The legend of the seat map. It includes held and friends' seats only if there are any. */
export function Legend({ held = false, friends = false }: { readonly held?: boolean; readonly friends?: boolean }) {
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
      {held && (
        <li className={css.entry}>
          <span className={css.swatch} aria-hidden="true">
            <span className={seat.held}>
              <HeldMark />
            </span>
          </span>
          <span>Held</span>
        </li>
      )}
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

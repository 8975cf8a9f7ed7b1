import { seatRows } from '#domain/seatNames.ts';
import { visuallyHidden } from '../../styles/visuallyHidden.css.ts';
import { Legend } from './Legend.tsx';
import { Screen } from './Screen.tsx';
import { seat } from './Seat.css.ts';
import { SeatColumns } from './SeatColumns.tsx';
import * as css from './SeatMap.css.ts';

const ROWS = seatRows();

/** The hall without its seats, as high as it is going to be: an unseen seat a row sees to that. */
export function EmptyHall() {
  return (
    <>
      <div className={css.hall} aria-hidden="true">
        <div className={css.seats}>
          <Screen />
          <table className={css.emptyGrid}>
            <SeatColumns />
            <tbody>
              {ROWS.map(({ letter }) => (
                <tr key={letter}>
                  <td className={css.letter}>{letter}</td>
                  <td>
                    <span className={seat.free}>{letter}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Legend />
      </div>
      <p role="status">
        <span className={visuallyHidden}>Loading seats</span>
      </p>
    </>
  );
}

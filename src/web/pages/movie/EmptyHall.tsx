import * as css from './hall.css.ts';
import { seatRows } from '#domain/seatNames.ts';
import { showAsList } from '#messages/movie.ts';
import { Button } from '../../components/Button.tsx';
import { Legend } from './Legend.tsx';
import { seat, foot, hall } from './hall.css.ts';
import { Screen, SeatColumns } from './HallFrame.tsx';

const ROWS = seatRows();

/** The placeholder of the hall while the seats load, with the height of the real hall. */
export function EmptyHall() {
  return (
    <div id="seats" className={hall}>
      <EmptySeats />
      <div className={foot} aria-hidden="true">
        <Legend />
        <Button variant="text" tabIndex={-1}>
          {showAsList}
        </Button>
      </div>
    </div>
  );
}

/** The placeholder of the seat map. An invisible seat in each row gives the row its height. */
export function EmptySeats() {
  return (
    <div className={css.seats} aria-hidden="true">
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
  );
}

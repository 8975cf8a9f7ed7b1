import * as css from './hall.css.ts';
import { showAsList } from '#messages/movie.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { Button } from '../../components/Button.tsx';
import { EmptySeats } from './EmptyHall.tsx';
import { Legend } from './Legend.tsx';
import { useSeatView } from './bookingPage.ts';
import { SeatMap, type SeatMapProps } from './SeatMap.tsx';

const SeatList = viewOnDemand(() => import('./SeatList.tsx'), <EmptySeats />);

/** The seats of the hall: a map with its legend, or a list. */
export function SeatChooser(props: SeatMapProps) {
  const [isList, send] = useSeatView((snapshot) => snapshot.matches('list'));

  return (
    <div id="seats" className={css.hall}>
      {isList ? <SeatList {...props} /> : <SeatMap {...props} />}
      <div className={css.foot}>
        {!isList && (
          <Legend held={props.held.length > 0} kept={props.kept.length > 0} friends={props.friends.length > 0} />
        )}
        <Button variant="text" aria-pressed={isList} onClick={() => send({ type: 'seatView.toggle' })}>
          {showAsList}
        </Button>
      </div>
    </div>
  );
}

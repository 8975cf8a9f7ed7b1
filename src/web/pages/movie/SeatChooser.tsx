import { lazy, Suspense } from 'react';
import { onDemand } from '../../components/onDemand.ts';
import { useSeatView } from '../../runtime/hooks/useSeatView.ts';
import { Button } from '../../components/Button.tsx';
import { viewChoice } from './SeatChooser.css.ts';
import { SeatMap, type SeatMapProps } from './SeatMap.tsx';
import { EmptyHall } from './EmptyHall.tsx';

const SeatList = lazy(onDemand(() => import('./SeatList.tsx')));

/** The seats of the hall, as a map or as a list. */
export function SeatChooser(props: SeatMapProps) {
  const [view, send] = useSeatView();
  const isList = view.matches('list');

  return (
    <>
      <div className={viewChoice}>
        <Button aria-pressed={isList} onClick={() => send({ type: 'seatView.toggle' })}>
          Show as list
        </Button>
      </div>
      {isList ? (
        <Suspense fallback={<EmptyHall />}>
          <SeatList {...props} />
        </Suspense>
      ) : (
        <SeatMap {...props} />
      )}
    </>
  );
}

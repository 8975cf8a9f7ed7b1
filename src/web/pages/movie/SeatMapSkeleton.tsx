import { Skeleton } from '../../components/Skeleton.tsx';
import { viewChoice } from './SeatChooser.css.ts';
import { EmptyHall } from './EmptyHall.tsx';

/** The seats' place while they are fetched. */
export function SeatMapSkeleton() {
  return (
    <>
      <div className={viewChoice}>
        <Skeleton shape="control" />
      </div>
      <EmptyHall />
    </>
  );
}

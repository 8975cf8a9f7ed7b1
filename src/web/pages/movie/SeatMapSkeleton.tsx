import { Skeleton } from '../../components/Skeleton.tsx';
import { visuallyHidden } from '../../styles/visuallyHidden.css.ts';
import { viewChoice } from './SeatChooser.css.ts';
import { skeletonHall } from './SeatMapSkeleton.css.ts';

/** The seats' place while they are fetched. */
export function SeatMapSkeleton() {
  return (
    <>
      <div className={viewChoice}>
        <Skeleton shape="control" />
      </div>
      <Hall />
    </>
  );
}

/** The hall's place, empty. */
export function Hall() {
  return (
    <div className={skeletonHall}>
      <span role="status" className={visuallyHidden}>
        Loading seats
      </span>
    </div>
  );
}

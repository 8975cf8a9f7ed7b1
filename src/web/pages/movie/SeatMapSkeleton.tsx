import { visuallyHidden } from '../../styles/visuallyHidden.css.ts';
import { skeletonHall } from './SeatMapSkeleton.css.ts';

/** The hall's place while its seats are fetched. */
export function SeatMapSkeleton() {
  return (
    <div className={skeletonHall}>
      <span role="status" className={visuallyHidden}>
        Loading seats
      </span>
    </div>
  );
}

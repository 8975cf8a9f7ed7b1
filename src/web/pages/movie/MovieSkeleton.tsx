import { useBooking } from '../../runtime/hooks/useBooking.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import * as css from './MoviePage.css.ts';
import { SeatMapSkeleton } from './SeatMapSkeleton.tsx';

/** The page's shape while the film is fetched: poster, facts, both sections with dates and times, and the hall where a showtime is named. */
export function MovieSkeleton() {
  const [hasShowtime] = useBooking((snapshot) => snapshot.context.place.time !== undefined);

  return (
    <div className={css.layout} aria-hidden="true">
      <div className={css.poster}>
        <Skeleton shape="poster" />
      </div>
      <div className={css.facts}>
        <Skeleton shape="title" />
        <Skeleton shape="shortLine" />
        <Skeleton shape="paragraph" />
        <Skeleton shape="heading" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="heading" />
        {hasShowtime ? <SeatMapSkeleton /> : <Skeleton shape="field" />}
      </div>
    </div>
  );
}

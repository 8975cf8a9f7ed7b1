import * as css from './movie.css.ts';
import { useBooking } from './bookingPage.ts';
import { stack } from '../../styles/layout.css.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { EmptyHall } from './EmptyHall.tsx';

/** The placeholder while the film loads: poster, facts, dates and times, and the hall if the URL names a showtime. */
export function MovieSkeleton() {
  const [hasShowtime] = useBooking((snapshot) => snapshot.context.showtime.time !== undefined);

  return (
    <div className={css.layout} aria-hidden="true">
      <div className={css.film}>
        <div className={css.facts}>
          <Skeleton shape="poster" />
          <div className={css.words}>
            <Skeleton shape="title" />
            <Skeleton shape="shortLine" />
            <Skeleton shape="paragraph" />
          </div>
        </div>
        <div className={stack}>
          <Skeleton shape="heading" />
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </div>
      </div>
      <div className={stack}>
        <Skeleton shape="heading" />
        {hasShowtime ? <EmptyHall /> : <Skeleton shape="field" />}
      </div>
    </div>
  );
}

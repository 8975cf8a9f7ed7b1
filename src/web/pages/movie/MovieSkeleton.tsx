import { Skeleton } from '../../components/Skeleton.tsx';
import * as css from './MoviePage.css.ts';

/** The page's shape while the film is fetched. */
export function MovieSkeleton() {
  return (
    <div className={css.layout} aria-hidden="true">
      <div className={css.poster}>
        <Skeleton shape="poster" />
      </div>
      <div className={css.facts}>
        <Skeleton shape="line" />
        <Skeleton shape="shortLine" />
        <Skeleton shape="line" />
      </div>
    </div>
  );
}

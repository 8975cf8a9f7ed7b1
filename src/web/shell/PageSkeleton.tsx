import { MovieCardSkeleton } from '../components/MovieCardSkeleton.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { movieGrid } from '../styles/layout.css.ts';

/** What stands while a page's code is loaded: a heading, a field and films, as on the page visited most. */
export function PageSkeleton() {
  return (
    <>
      <Skeleton shape="heading" />
      <Skeleton shape="field" />
      <div className={movieGrid}>
        {Array.from({ length: 8 }, (_, index) => (
          <MovieCardSkeleton key={index} />
        ))}
      </div>
    </>
  );
}

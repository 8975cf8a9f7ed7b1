import { PATHS, type Route } from '#domain/paths.ts';
import { MovieCardSkeleton } from '../components/MovieCardSkeleton.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { movieGrid } from '../styles/layout.css.ts';

/** What stands while a page's code is loaded: its heading, and the films where films are going to be. */
export function PageSkeleton({ route }: { readonly route: Route | undefined }) {
  if (route !== PATHS.movies) return <Skeleton shape="heading" />;
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

import { MovieCardSkeleton } from '../components/MovieCardSkeleton.tsx';
import { movieGrid } from '../styles/layout.css.ts';

/** What stands while a page's code is loaded, so that the footer does not jump. */
export function PageSkeleton() {
  return (
    <div className={movieGrid}>
      {Array.from({ length: 8 }, (_, index) => (
        <MovieCardSkeleton key={index} />
      ))}
    </div>
  );
}

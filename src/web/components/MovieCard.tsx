import * as css from './MovieCard.css.ts';
import { Link } from 'react-router-dom';
import type { Movie } from '#contract/movie.ts';
import { releaseYear } from '#domain/movies.ts';
import { moviePath } from '#domain/paths.ts';
import { PlayMark, Poster } from './Poster.tsx';
import { caption, card } from './MovieCard.css.ts';
import { Skeleton } from './Skeleton.tsx';

interface MovieCardProps {
  readonly movie: Pick<Movie, 'title' | 'release_date' | 'poster_url'>;
  readonly lazy: boolean;
}

export function MovieCard({ movie, lazy }: MovieCardProps) {
  return (
    <Link to={moviePath(movie.title)} className={css.card}>
      <span className={css.picture}>
        <Poster src={movie.poster_url} title={movie.title} alt="" lazy={lazy} urgent={!lazy} />
        <span className={css.play}>
          <PlayMark />
        </span>
      </span>
      <span className={css.caption}>
        <span className={css.title}>{movie.title}</span>{' '}
        <span className={css.year}>{releaseYear(movie.release_date)}</span>
      </span>
    </Link>
  );
}

export function MovieCardSkeleton() {
  return (
    <div className={card} aria-hidden="true">
      <Skeleton shape="poster" />
      <span className={caption}>
        <Skeleton shape="line" />
        <Skeleton shape="shortLine" />
      </span>
    </div>
  );
}

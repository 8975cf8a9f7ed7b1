import { Link } from 'react-router-dom';
import type { Movie } from '#contract/movie.ts';
import { releaseYear } from '#domain/movies.ts';
import { moviePath } from '#domain/paths.ts';
import * as css from './MovieCard.css.ts';
import { PlayMark } from './PlayMark.tsx';
import { Poster } from './Poster.tsx';

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

import type { ReactNode } from 'react';
import type { Movie } from '#contract/movie.ts';
import { formatRupiah } from '#domain/money.ts';
import { releaseYear } from '#domain/movies.ts';
import { AgeBadge } from '../../components/AgeBadge.tsx';
import { Poster } from '../../components/Poster.tsx';
import { muted, prose } from '../../styles/text.css.ts';
import * as css from './MoviePage.css.ts';

interface MovieFactsProps {
  readonly movie: Movie;
  readonly children: ReactNode;
}

/** Poster, title and year, age badge, price and description (section 2, Routes), then the booking. */
export function MovieFacts({ movie, children }: MovieFactsProps) {
  return (
    <>
      <div className={css.poster}>
        <Poster src={movie.poster_url} title={movie.title} urgent />
      </div>
      <div className={css.facts}>
        <h1 className={css.title}>
          {movie.title} <span className={muted}>{releaseYear(movie.release_date)}</span>
        </h1>
        <p className={css.badges}>
          <AgeBadge ageRating={movie.age_rating} />
          <span className={muted}>{formatRupiah(movie.ticket_price)} a seat</span>
        </p>
        <p className={prose}>{movie.description}</p>
        {children}
      </div>
    </>
  );
}

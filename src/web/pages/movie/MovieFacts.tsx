import * as css from './movie.css.ts';
import type { Movie } from '#contract/movie.ts';
import { releaseYear } from '#domain/movies.ts';
import { selectAgeIfTooYoung } from '#machines/bookingSelectors.ts';
import { tooYoung } from '#messages/hallFailures.ts';
import { base, language } from '#messages/language.ts';
import { pricePerSeat } from '#messages/movie.ts';
import { AgeBadge } from '../../components/AgeBadge.tsx';
import { Poster } from '../../components/Poster.tsx';
import { useBooking } from './bookingPage.ts';
import { muted, prose } from '../../styles/text.css.ts';

/** Poster, title and year, age badge, price and description (section 2, Routes). */
export function MovieFacts({ movie }: { readonly movie: Movie }) {
  return (
    <div className={css.facts}>
      <Poster src={movie.poster_url} title={movie.title} raster urgent />
      <div className={css.words}>
        <h1 className={css.title}>
          <span>{movie.title}</span> <span className={muted}>{releaseYear(movie.release_date)}</span>
        </h1>
        <p className={css.badges}>
          <AgeBadge ageRating={movie.age_rating} />
          <span className={muted}>{pricePerSeat(movie.ticket_price)}</span>
        </p>
        <TooYoung />
        <p className={prose} lang={base === '' || movie.description_language === language ? undefined : 'en'}>
          {movie.description}
        </p>
      </div>
    </div>
  );
}

/** Tells a user who is too young before the user selects seats. */
function TooYoung() {
  const [age] = useBooking(selectAgeIfTooYoung);

  return age !== undefined && <p>{tooYoung(age)}</p>;
}

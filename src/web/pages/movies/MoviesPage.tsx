import { generalSentence } from '#contract/generalSentence.ts';
import * as common from '#messages/common.ts';
import * as shared from '#messages/shared.ts';
import * as messages from '#messages/movies.ts';
import { isNothingShowing } from '#machines/moviesMachine.ts';
import { selectMatches } from '#machines/moviesSelectors.ts';
import { shallowEqual } from '@xstate/react';
import { useMovies } from '../../actors/rootHooks.ts';
import { Button } from '../../components/Button.tsx';
import { MovieCard, MovieCardSkeleton } from '../../components/MovieCard.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SectionHeader } from '../../components/Section.tsx';
import { TextField } from '../../components/TextField.tsx';
import { form, movieGrid } from '../../styles/layout.css.ts';
import { visuallyHidden } from '../../styles/text.css.ts';

const FIRST_SCREEN = 8;
/** Number of posters that load eagerly, as many as a phone shows at once. Each one delays the first paint. */
const IN_SIGHT_OF_PHONES = 4;

/** All films in a grid with a search box (section 2, Routes). */
export default function MoviesPage() {
  const [searchText, send] = useMovies((snapshot) => snapshot.context.searchText);

  return (
    <>
      <SectionHeader title={messages.movies} />
      <search>
        <form method="get" className={form} onSubmit={(event) => event.preventDefault()}>
          <TextField
            label={messages.searchMovies}
            type="search"
            name="search"
            // Searches for text that was typed before hydration.
            ref={(input) => {
              if (input !== null && input.value !== searchText) send({ type: 'movies.search', text: input.value });
            }}
            enterKeyHint="search"
            value={searchText}
            onText={(text) => send({ type: 'movies.search', text })}
          />
        </form>
      </search>
      <MatchCount />
      <MovieList />
    </>
  );
}

function MatchCount() {
  const [count] = useMovies((snapshot) =>
    snapshot.matches('ready') && !isNothingShowing(snapshot) && snapshot.context.searchText !== ''
      ? selectMatches(snapshot).length
      : undefined,
  );

  return (
    <p role="status" className={visuallyHidden}>
      {count !== undefined && messages.matchCount(count)}
    </p>
  );
}

function MovieList() {
  const [isLoading] = useMovies((snapshot) => snapshot.matches('loading'));
  const [failure, send] = useMovies((snapshot) => snapshot.context.failure);
  const [isEmpty] = useMovies(isNothingShowing);
  const [matches] = useMovies(selectMatches, shallowEqual);

  if (isLoading) {
    return (
      <div className={movieGrid}>
        {Array.from({ length: FIRST_SCREEN }, (_, index) => (
          <MovieCardSkeleton key={index} />
        ))}
      </div>
    );
  }
  if (failure !== undefined) {
    return (
      <Notice
        alert
        title={shared.filmsNotLoaded}
        message={generalSentence(failure)}
        action={<Button onClick={() => send({ type: 'movies.retry' })}>{common.retry}</Button>}
      />
    );
  }
  if (isEmpty) return <Notice title={shared.nothingShowing} />;
  if (matches.length === 0) return <Notice title={messages.noMovieMatches} />;
  return (
    <ul className={movieGrid}>
      {matches.map((movie, index) => (
        <li key={movie.id}>
          <MovieCard movie={movie} lazy={index >= IN_SIGHT_OF_PHONES} />
        </li>
      ))}
    </ul>
  );
}

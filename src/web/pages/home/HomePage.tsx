import * as css from './home.css.ts';
import { PATHS } from '#domain/paths.ts';
import { generalSentence } from '#contract/generalSentence.ts';
import * as common from '#messages/common.ts';
import * as shared from '#messages/shared.ts';
import * as messages from '#messages/home.ts';
import { isNothingShowing } from '#machines/moviesMachine.ts';
import { useMovies } from '../../actors/rootHooks.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { carousel, caption, cover, link, OFFSET, slide, track } from './home.css.ts';
import { Carousel } from './Carousel.tsx';
import { NowShowing } from './NowShowing.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';

/** The welcome heading, 'Now Showing' and all films in a carousel (section 2, Routes). */
export default function HomePage() {
  const [movies] = useMovies((snapshot) => snapshot.context.movies);
  const [startIndex] = useMovies((snapshot) => snapshot.context.startIndex);

  return (
    <div className={css.home}>
      <h1 className={css.welcome}>
        {/* Chromium leaves a space beside a hidden line break out of the heading's name. */}
        <span>{`${messages.welcomeTo} `}</span> <br />
        <span>Nobar Now</span>
      </h1>
      {movies.length > 0 ? <Carousel movies={movies} startIndex={startIndex} /> : <NoMovies />}
      <noscript>
        {/* Without JavaScript, the carousel has only the films near its middle and does not move. */}
        <ButtonLink to={PATHS.movies}>{messages.allFilms}</ButtonLink>
      </noscript>
    </div>
  );
}

function NoMovies() {
  const [isLoading] = useMovies((snapshot) => snapshot.matches('loading'));
  const [isEmpty] = useMovies(isNothingShowing);
  const [failure, send] = useMovies((snapshot) => snapshot.context.failure);

  return (
    <div className={carousel}>
      <NowShowing />
      {isLoading && <CarouselSkeleton />}
      {isEmpty && <Notice title={shared.nothingShowing} />}
      {!isLoading && failure !== undefined && (
        <Notice
          alert
          title={shared.filmsNotLoaded}
          message={generalSentence(failure)}
          action={<Button onClick={() => send({ type: 'movies.retry' })}>{common.retry}</Button>}
        />
      )}
    </div>
  );
}

const WIDEST_VIEW = [-2, -1, 0, 1, 2];

/** The carousel's placeholder while the films load. */
export function CarouselSkeleton() {
  return (
    <div className={track} aria-hidden="true">
      {WIDEST_VIEW.map((offset) => (
        <div key={offset} className={slide} style={Object.fromEntries([[OFFSET, offset]])}>
          <div className={link}>
            <span className={cover}>
              <Skeleton shape="poster" />
            </span>
            <span className={caption} />
          </div>
        </div>
      ))}
    </div>
  );
}

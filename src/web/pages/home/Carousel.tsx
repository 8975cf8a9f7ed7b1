import * as css from './home.css.ts';
import { useKeenSlider } from 'keen-slider/react';
import { useDeferredValue, useState, type TouchEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Movie } from '#contract/movie.ts';
import { releaseYear } from '#domain/movies.ts';
import { moviePath } from '#domain/paths.ts';
import * as messages from '#messages/home.ts';
import { Button } from '../../components/Button.tsx';
import { PlayMark, Poster } from '../../components/Poster.tsx';
import { fromDesktop } from '../../styles/metrics.ts';
import { visuallyHidden } from '../../styles/text.css.ts';
import { coverflow, slideOffset } from './coverflow.ts';
import { NowShowing } from './NowShowing.tsx';

const PER_VIEW = 3;
const PER_WIDE_VIEW = 5;
/** Number of slides rendered on each side of the middle one. The first render has only `FIRST_REACH`. */
const REACH = 6;
const FIRST_REACH = 2;
/** Maximum number of visible slides on each side of the middle one. The layout of the others waits until they are near. */
const IN_SIGHT = 2;
/** The same on a phone. The posters of the others load after the layout. */
const IN_SIGHT_ON_PHONES = 1;

interface CarouselProps {
  /** At least one film. Mount the carousel after the films have loaded. */
  readonly movies: readonly Pick<Movie, 'id' | 'title' | 'release_date' | 'poster_url'>[];
  /** Index of the slide that is in the middle at first. Later changes are ignored. */
  readonly startIndex: number;
}

/** A carousel of all films. It renders only the slides near the current middle. */
export function Carousel({ movies, startIndex }: CarouselProps) {
  const [start] = useState(startIndex);
  const [middle, setMiddle] = useState(start);
  /**
   * The slide that the live region announces; none before the carousel has moved. Unchanged while the focus is in the carousel: screen
   * readers then read the link.
   */
  const [announced, setAnnounced] = useState<number>();
  const count = movies.length;
  const reach = useDeferredValue(REACH, FIRST_REACH);
  const [track, slider] = useKeenSlider<HTMLUListElement>(
    {
      ...viewOf(PER_VIEW, count),
      breakpoints: { [fromDesktop]: viewOf(PER_WIDE_VIEW, count) },
      selector: null,
      renderMode: 'custom',
      initial: Math.min(start, count - 1),
      slideChanged: ({ container, track: { details } }) => {
        setMiddle(details.rel);
        if (!container.contains(document.activeElement)) setAnnounced(details.rel);
      },
    },
    [coverflow],
  );

  const offsetFrom = (from: number, index: number) => slideOffset(index, from, count, count > PER_WIDE_VIEW);

  return (
    <section className={css.carousel} aria-roledescription={messages.carousel} aria-label={messages.nowShowing}>
      <NowShowing>
        {count > 1 && (
          <>
            <Button aria-label={messages.previous} onClick={() => slider.current?.prev()}>
              <Arrow />
            </Button>
            <Button aria-label={messages.next} onClick={() => slider.current?.next()}>
              <Arrow />
            </Button>
          </>
        )}
      </NowShowing>
      <ul className={css.track} ref={track} onTouchMoveCapture={keepForZoom}>
        {movies.map(
          (movie, index) =>
            Math.abs(offsetFrom(middle, index)) <= reach && (
              <li
                key={movie.id}
                className={css.slide}
                style={Object.fromEntries([[css.OFFSET, offsetFrom(start, index)]])}
                aria-roledescription={messages.slide}
                aria-label={messages.slideName(movie.title, index + 1, count)}
                data-index={index}
                data-middle={index === middle || undefined}
                data-far={Math.abs(offsetFrom(middle, index)) > IN_SIGHT || undefined}
              >
                <Link
                  to={moviePath(movie.title)}
                  className={css.link}
                  draggable={false}
                  onFocus={({ target }) => {
                    if (target.matches(':focus-visible')) slider.current?.moveToIdx(index);
                  }}
                >
                  <span className={css.cover}>
                    <Poster
                      src={movie.poster_url}
                      title={movie.title}
                      alt=""
                      raster
                      urgent={Math.abs(offsetFrom(start, index)) <= IN_SIGHT_ON_PHONES}
                      lazy={Math.abs(offsetFrom(start, index)) > IN_SIGHT_ON_PHONES}
                    />
                    <span className={css.play}>
                      <PlayMark />
                    </span>
                  </span>
                  <span className={css.caption}>
                    <span className={css.title}>{movie.title}</span> <span>{releaseYear(movie.release_date)}</span>
                  </span>
                </Link>
              </li>
            ),
        )}
      </ul>
      <p role="status" className={visuallyHidden}>
        {announced !== undefined && movies[announced]?.title}
      </p>
    </section>
  );
}

/** Hides a movement of two fingers from the slider, which would drag and, if it is horizontal, keep the browser from zooming. */
function keepForZoom(event: TouchEvent) {
  if (event.touches.length > 1) event.stopPropagation();
}

function viewOf(perView: number, count: number) {
  return { loop: count > perView, slides: { perView, number: count, origin: 'center' as const } };
}

/** An arrow to the left; a style flips it in the last button. */
function Arrow() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M15 5l-7 7 7 7" stroke="currentColor" strokeWidth="2" fill="none" />
    </svg>
  );
}

import type { KeenSliderInstance } from 'keen-slider';
import { useCallback, useRef, useState, type CSSProperties } from 'react';
import type { Movie } from '#contract/movie.ts';
import { releaseYear } from '#domain/movies.ts';
import { moviePath } from '#domain/paths.ts';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { PlayMark } from '../../components/PlayMark.tsx';
import { Poster } from '../../components/Poster.tsx';
import { row } from '../../styles/layout.css.ts';
import { visuallyHidden } from '../../styles/visuallyHidden.css.ts';
import * as css from './Carousel.css.ts';
import { mountCoverflow } from './mountCoverflow.ts';

const WIDEST_VIEW = 5;

interface CarouselProps {
  /** At least one; mount the carousel when they are there. */
  readonly movies: readonly Pick<Movie, 'id' | 'title' | 'release_date' | 'poster_url'>[];
  /** The slide in the middle at first; read once. */
  readonly startIndex: number;
}

/** Where a slide stands until the slider moves it. */
function firstPlace(start: number, index: number, count: number): CSSProperties {
  const steps = stepsFrom(start, index, count);
  return Object.fromEntries([
    [css.OFFSET, Math.max(-3, Math.min(3, steps)).toFixed(3)],
    [css.PLACE, String(steps - index)],
  ]);
}

/** How many slides lie between the first one in the middle and another, the shorter way round; negative on its left. */
function stepsFrom(start: number, index: number, count: number): number {
  const steps = index - start;
  const around = steps - Math.sign(steps) * count;
  return count > WIDEST_VIEW && Math.abs(around) < Math.abs(steps) ? around : steps;
}

export function Carousel({ movies, startIndex }: CarouselProps) {
  const [start] = useState(startIndex);
  const [middle, setMiddle] = useState(start);
  const slider = useRef<KeenSliderInstance>(null);
  const count = movies.length;

  const mount = useCallback(
    (track: HTMLElement | null) => {
      if (!track) return undefined;
      const mounted = mountCoverflow(track, { count, start, onMiddle: setMiddle });
      slider.current = mounted.slider;
      return mounted.unmount;
    },
    [count, start],
  );

  return (
    <section className={css.carousel} aria-roledescription="carousel" aria-label="Now Showing">
      <ul className={css.track} ref={mount}>
        {movies.map((movie, index) => (
          <li
            key={movie.id}
            className={css.slide}
            style={firstPlace(start, index, count)}
            aria-roledescription="slide"
            aria-label={`${movie.title}, ${index + 1} of ${count}`}
            data-middle={index === middle || undefined}
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
                  urgent={Math.abs(stepsFrom(start, index, count)) <= 1}
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
        ))}
      </ul>
      {count > 1 && (
        <div className={row}>
          <Button onClick={() => slider.current?.prev()}>Previous</Button>
          <Button onClick={() => slider.current?.next()}>Next</Button>
        </div>
      )}
      <p className={visuallyHidden} aria-live="polite">
        {movies[middle]?.title}
      </p>
    </section>
  );
}

import * as css from './movie.css.ts';
import { useSelector } from '@xstate/react';
import type { Movie } from '#contract/movie.ts';
import { generalSentence } from '#contract/generalSentence.ts';
import { releaseYear } from '#domain/movies.ts';
import { PATHS } from '#domain/paths.ts';
import * as common from '#messages/common.ts';
import * as shared from '#messages/shared.ts';
import * as messages from '#messages/movie.ts';
import { bookingData, invitedTitle, useBooking, useIsReviewing } from './bookingPage.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section, SectionHeader } from '../../components/Section.tsx';
import { MovieFacts } from './MovieFacts.tsx';
import { MovieSkeleton } from './MovieSkeleton.tsx';
import { SchedulePicker } from './SchedulePicker.tsx';
import { SeatSelection } from './SeatSelection.tsx';
import { useApp } from '../../actors/rootHooks.ts';

const BuyDialog = viewOnDemand(() => import('./BuyDialog.tsx'));

/** One film with its schedule, its seats and the purchase (section 2, Movie detail behaviour). */
export default function MoviePage() {
  const [title] = useApp((snapshot) => snapshot.context.location?.params['movieTitle']);
  return title === undefined ? <MovieNotFound /> : <Booking title={title} />;
}

function Booking({ title }: { readonly title: string }) {
  const [movie, send] = useBooking((snapshot) => snapshot.context.movie);
  const [isMissing] = useBooking((snapshot) => snapshot.matches('movieNotFound'));
  const [failure] = useBooking((snapshot) => (snapshot.matches('movieFailed') ? snapshot.context.failure : undefined));
  const isReviewing = useIsReviewing();

  if (isMissing) return <MovieNotFound />;
  if (failure !== undefined) {
    return (
      <>
        <title>{`${title} · Nobar Now`}</title>
        <SectionHeader title={title} />
        <Notice
          alert
          title={messages.filmNotLoaded}
          message={generalSentence(failure)}
          action={<Button onClick={() => send({ type: 'movie.retry' })}>{common.retry}</Button>}
        />
      </>
    );
  }
  if (movie === undefined) return <MovieSkeleton />;
  return (
    <>
      <PageTitle movie={movie} />
      <div className={css.layout}>
        <div className={css.film}>
          <MovieFacts movie={movie} />
          <Section title={messages.schedule}>
            <SchedulePicker />
          </Section>
        </div>
        <SeatSelection />
      </div>
      {isReviewing && <BuyDialog />}
    </>
  );
}

function PageTitle({ movie: { title, release_date: releasedOn } }: { readonly movie: Movie }) {
  const [booking] = useBooking((snapshot) => snapshot.context);
  const [actor] = useBooking((snapshot) => snapshot.children.hall);
  const hall = useSelector(actor, (snapshot) => snapshot?.context);
  return <title>{`${invitedTitle(booking, hall) ?? `${title} (${releaseYear(releasedOn)})`} · Nobar Now`}</title>;
}

function MovieNotFound() {
  return (
    <>
      <title>{`${messages.filmNotFound} · Nobar Now`}</title>
      <SectionHeader title={messages.filmNotFound} />
      <Notice
        title={messages.filmNotShowing}
        message={messages.filmNotShowingReason}
        action={<ButtonLink to={PATHS.movies}>{shared.seeTheMovies}</ButtonLink>}
      />
    </>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data = bookingData;

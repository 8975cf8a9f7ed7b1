import * as css from './movie.css.ts';
import { useSelector } from '@xstate/react';
import type { Movie } from '#contract/movie.ts';
import { invitationOf } from '#machines/bookingSelectors.ts';
import { releaseYear } from '#domain/movies.ts';
import { PATHS } from '#domain/paths.ts';
import { bookingData, useBooking, useBuyDialog } from './bookingPage.ts';
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
  const [failure] = useBooking((snapshot) =>
    snapshot.matches('movieFailed') ? snapshot.context.failure?.message : undefined,
  );
  const [isReviewing] = useBuyDialog((snapshot) => snapshot.hasTag('open'));

  if (isMissing) return <MovieNotFound />;
  if (failure !== undefined) {
    return (
      <>
        <title>{`${title} · Nobar Now`}</title>
        <SectionHeader title={title} />
        <Notice
          alert
          title="The film could not be loaded"
          message={failure}
          action={<Button onClick={() => send({ type: 'movie.retry' })}>Retry</Button>}
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
          <Section title="Schedule">
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
  return <title>{`${invitationOf(booking, hall) ?? `${title} (${releaseYear(releasedOn)})`} · Nobar Now`}</title>;
}

function MovieNotFound() {
  return (
    <>
      <title>Film not found · Nobar Now</title>
      <SectionHeader title="Film not found" />
      <Notice
        title="This film is not showing"
        message="It may have left the programme, or the address may contain a mistake."
        action={<ButtonLink to={PATHS.movies}>See the movies</ButtonLink>}
      />
    </>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data = bookingData;

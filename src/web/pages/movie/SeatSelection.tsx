import * as css from './movie.css.ts';
import { hallSentence } from '#contract/hallSentence.ts';
import { formatRupiah } from '#messages/money.ts';
import { totalOf } from '#machines/hallModel.ts';
import { selectVisitor } from '#machines/bookingSelectors.ts';
import {
  selectFriends,
  selectHeldByOthers,
  selectIsFull,
  selectKept,
  selectMarkedFriends,
  selectShare,
  selectSuggested,
  selectSold,
} from '#machines/hallSelectors.ts';
import * as common from '#messages/common.ts';
import * as pages from '#messages/pages.ts';
import * as shared from '#messages/shared.ts';
import * as messages from '#messages/movie.ts';
import { chosenMessage, friendsMessage } from '#messages/seats.ts';
import type { ReactNode } from 'react';
import { shallowEqual, useSelector } from '@xstate/react';
import { useBooking, useHall } from './bookingPage.ts';
import { Button } from '../../components/Button.tsx';
import { ChosenSeats } from '../../components/ChosenSeats.tsx';
import { Alert, Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { SignInButton } from '../../components/SignInNotice.tsx';
import { awaited } from './movie.css.ts';
import { stack } from '../../styles/layout.css.ts';
import { visuallyHidden, muted, price } from '../../styles/text.css.ts';
import { BestSeats } from './BestSeats.tsx';
import { HeldForYou } from './HeldForYou.tsx';
import { EmptyHall } from './EmptyHall.tsx';
import { SeatChooser } from './SeatChooser.tsx';
import { ShareButton, SharedSeats } from './SharedSeats.tsx';

/** The seats of the chosen showtime, the total of the selection, and the button that opens the buy dialog (section 2). */
export function SeatSelection() {
  const [hall] = useBooking((snapshot) => snapshot.children.hall);
  const [canReview, send] = useBooking((snapshot) => snapshot.can({ type: 'purchase.review' }));
  const [visitor] = useBooking(selectVisitor);

  return (
    <>
      <LoadingStatus />
      {hall !== undefined ? (
        <OpenHall key={hall.sessionId} />
      ) : (
        <div className={stack}>
          <Section title={shared.seats}>
            <p className={css.invitation}>{messages.selectShowtime}</p>
          </Section>
          {visitor !== 'signedOut' && (
            <Summary total={0} forUsersOnly {...(canReview && { onReview: () => send({ type: 'purchase.review' }) })}>
              <div className={css.chosen}>
                <div className={muted}>{messages.noSeatsChosen}</div>
              </div>
            </Summary>
          )}
        </div>
      )}
    </>
  );
}

/** Announces that the seats load. It is there before a showtime is chosen: screen readers announce only changes of an existing element. */
function LoadingStatus() {
  const [hall] = useBooking((snapshot) => snapshot.children.hall);
  const isLoading = useSelector(hall, (snapshot) => snapshot?.matches({ seats: 'loading' }));

  return (
    <p role="status" className={visuallyHidden}>
      {isLoading === true && messages.loadingSeats}
    </p>
  );
}

function OpenHall() {
  const [isLoading] = useHall((snapshot) => snapshot.matches({ seats: 'loading' }));
  const [isShown] = useHall((snapshot) => snapshot.hasTag('seats'));
  const [isFailed] = useHall((snapshot) => snapshot.matches({ seats: 'failed' }));
  const [failure, send] = useHall((snapshot) => snapshot.context.failure);
  const [visitor] = useBooking(selectVisitor);

  return (
    <div className={stack}>
      <Section title={shared.seats} aside={isShown && <BestSeats />}>
        {!isFailed && <Friends />}
        {isLoading && <EmptyHall />}
        {isFailed && (
          <Notice
            alert
            title={messages.seatsNotLoaded}
            message={failure && hallSentence(failure)}
            action={<Button onClick={() => send({ type: 'seats.retry' })}>{common.retry}</Button>}
          />
        )}
        {isShown && <Seats />}
        {!isFailed && <ChoiceStatus />}
        {isShown && <ChoiceFailure />}
      </Section>
      {!(isFailed && visitor === 'signedOut') && <SeatSummary forUsersOnly={isFailed} />}
    </div>
  );
}

function Seats() {
  const [sold, send] = useHall(selectSold, shallowEqual);
  const [held] = useHall(selectHeldByOthers, shallowEqual);
  const [selected] = useHall((snapshot) => snapshot.context.selected);
  const [isFull] = useHall(selectIsFull);
  const [kept] = useHall(selectKept, shallowEqual);
  const [friends] = useHall(selectMarkedFriends, shallowEqual);

  return (
    <SeatChooser
      sold={sold}
      held={held}
      kept={kept}
      selected={selected}
      isFull={isFull}
      friends={friends}
      onToggle={(seatNumber) => send({ type: 'seat.toggle', seatNumber })}
    />
  );
}

/** Says that no more seats can be selected, and which seats were suggested. It is there, empty, while the seats load. */
function ChoiceStatus() {
  const [isFull] = useHall((snapshot) => snapshot.hasTag('seats') && selectIsFull(snapshot));
  const [suggested] = useHall((snapshot) => (snapshot.hasTag('seats') ? selectSuggested(snapshot) : []), shallowEqual);

  return (
    <p role="status" className={muted}>
      <span>{isFull ? messages.maximumSeats : ''}</span>
      <span className={visuallyHidden}>{suggested.length > 0 ? chosenMessage(suggested) : ''}</span>
    </p>
  );
}

/** Why the seats could not be held, with a way to Top Up if that helps. */
function ChoiceFailure() {
  const [failure, send] = useHall((snapshot) =>
    snapshot.matches({ seats: { shown: 'choosing' } }) ? snapshot.context.failure : undefined,
  );
  const [canTopUp] = useHall((snapshot) => snapshot.can({ type: 'topUp.visit' }));

  return (
    <>
      {failure !== undefined && <Alert>{hallSentence(failure)}</Alert>}
      {failure !== undefined && canTopUp && (
        <Button onClick={() => send({ type: 'topUp.visit' })}>{pages.topUp}</Button>
      )}
    </>
  );
}

/** Names the seats of the friends who sent an invitation. */
function Friends() {
  const [friends] = useHall(selectFriends, shallowEqual);
  return friends.length > 0 && <p>{friendsMessage(friends)}</p>;
}

function SeatSummary({ forUsersOnly }: { readonly forUsersOnly: boolean }) {
  const [selected, send] = useHall((snapshot) => snapshot.context.selected);
  const [isShared] = useHall((snapshot) => selectShare(snapshot) !== undefined);
  const [total] = useHall(({ context }) => totalOf(context));
  const [canReview] = useHall((snapshot) => snapshot.can({ type: 'purchase.review' }));

  return (
    <Summary
      total={total}
      forUsersOnly={forUsersOnly}
      {...(canReview && { onReview: () => send({ type: 'purchase.review' }) })}
    >
      <div className={css.chosen}>
        {selected.length === 0 ? (
          <div className={muted}>{isShared ? messages.chooseYourOwnSeats : messages.noSeatsChosen}</div>
        ) : (
          <ChosenSeats seatNumbers={selected} />
        )}
        <ShareButton />
      </div>
      <HeldForYou />
      <SharedSeats />
    </Summary>
  );
}

interface SummaryProps {
  /** In rupiah. */
  readonly total: number;
  /** Whether the summary is shown only to signed-in users, because no seats are on the screen. */
  readonly forUsersOnly: boolean;
  /** Undefined while the buy dialog cannot open. */
  readonly onReview?: () => void;
  readonly children: ReactNode;
}

function Summary({ total, forUsersOnly, onReview, children }: SummaryProps) {
  const [visitor] = useBooking(selectVisitor);

  return (
    <div className={forUsersOnly && visitor === 'awaited' ? `${css.summary} ${awaited.returning}` : css.summary}>
      {children}
      <div className={css.payment}>
        <div className={price}>{formatRupiah(total)}</div>
        {visitor !== 'signedOut' && (
          <div className={visitor === 'awaited' ? awaited.returning : undefined}>
            <Button variant="primary" inactive={onReview === undefined} onClick={onReview}>
              {shared.buyTickets}
            </Button>
          </div>
        )}
        {visitor !== 'signedIn' && (
          <div className={visitor === 'awaited' ? awaited.stranger : undefined}>
            <SignInButton />
          </div>
        )}
      </div>
    </div>
  );
}

import * as css from './movie.css.ts';
import { friendsMessage } from '#domain/seatNames.ts';
import { formatRupiah } from '#domain/money.ts';
import { messages } from '#domain/messages.ts';
import { selectTotal } from '#machines/bookingModel.ts';
import {
  selectFriends,
  selectHeldByOthers,
  selectIsFull,
  selectKept,
  selectMarkedFriends,
  selectShare,
  selectSuggested,
  selectTaken,
  selectVisitor,
} from '#machines/bookingSelectors.ts';
import { shallowEqual } from '@xstate/react';
import { useBooking } from './bookingPage.ts';
import { Alert } from '../../components/Alert.tsx';
import { Button } from '../../components/Button.tsx';
import { ChosenSeats } from '../../components/ChosenSeats.tsx';
import { Notice } from '../../components/Notice.tsx';
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
  const [view] = useBooking((snapshot) => {
    if (snapshot.hasTag('seats')) return snapshot.context.screening === undefined ? 'loading' : 'seats';
    if (snapshot.matches({ choosing: 'loadingSeats' })) return 'loading';
    return snapshot.matches({ choosing: 'seatsFailed' }) ? 'failed' : 'none';
  });
  const [failure, send] = useBooking((snapshot) => snapshot.context.failure?.message);

  return (
    <div className={stack}>
      <Section title="Seats" aside={view === 'seats' && <BestSeats />}>
        {(view === 'loading' || view === 'seats') && <Friends />}
        {view === 'none' && <p className={css.invitation}>{messages.selectShowtime}</p>}
        {view === 'loading' && <EmptyHall />}
        {view === 'failed' && (
          <Notice
            alert
            title="The seats could not be loaded"
            message={failure}
            action={<Button onClick={() => send({ type: 'seats.retry' })}>Retry</Button>}
          />
        )}
        {view === 'seats' && <Seats />}
      </Section>
      <SeatSummary isHallShown={view === 'loading' || view === 'seats'} />
    </div>
  );
}

function Seats() {
  const [booked, send] = useBooking(selectTaken, shallowEqual);
  const [held] = useBooking(selectHeldByOthers, shallowEqual);
  const [selected] = useBooking((snapshot) => snapshot.context.selected);
  const [isFull] = useBooking(selectIsFull);
  const [kept] = useBooking(selectKept, shallowEqual);
  const [friends] = useBooking(selectMarkedFriends, shallowEqual);
  const [suggested] = useBooking(selectSuggested);
  const [failure] = useBooking((snapshot) =>
    snapshot.matches({ choosing: { hall: 'choosingSeats' } }) ? snapshot.context.failure?.message : undefined,
  );
  const [canTopUp] = useBooking((snapshot) => snapshot.can({ type: 'topUp.visit' }));

  return (
    <>
      <SeatChooser
        booked={booked}
        held={held}
        kept={kept}
        selected={selected}
        isFull={isFull}
        friends={friends}
        onToggle={(seatNumber) => send({ type: 'seat.toggle', seatNumber })}
      />
      <p role="status" className={muted}>
        <span>{isFull ? messages.maximumSeats : ''}</span>
        <span className={visuallyHidden}>{suggested}</span>
      </p>
      {failure !== undefined && <Alert>{failure}</Alert>}
      {failure !== undefined && canTopUp && <Button onClick={() => send({ type: 'topUp.visit' })}>Top Up</Button>}
    </>
  );
}

/** Names the seats of the friends who sent an invitation. */
function Friends() {
  const [friends] = useBooking(selectFriends, shallowEqual);
  return friends.length > 0 && <p>{friendsMessage(friends)}</p>;
}

function SeatSummary({ isHallShown }: { readonly isHallShown: boolean }) {
  const [visitor] = useBooking(selectVisitor);
  const [selected, send] = useBooking((snapshot) => snapshot.context.selected);
  const [isShared] = useBooking((snapshot) => selectShare(snapshot) !== undefined);
  const [total] = useBooking(selectTotal);
  const [canReview] = useBooking((snapshot) => snapshot.can({ type: 'purchase.review' }));

  if (!isHallShown && visitor === 'signedOut') return null;
  return (
    <div className={isHallShown || visitor === 'signedIn' ? css.summary : `${css.summary} ${awaited.returning}`}>
      <div className={css.chosen}>
        {selected.length === 0 ? (
          <div className={muted}>{isShared ? 'Choose your own seats' : 'No seats chosen'}</div>
        ) : (
          <ChosenSeats seatNumbers={selected} />
        )}
        <ShareButton />
      </div>
      <HeldForYou />
      <SharedSeats />
      <div className={css.payment}>
        <div className={price}>{formatRupiah(total)}</div>
        {visitor !== 'signedOut' && (
          <div className={visitor === 'awaited' ? awaited.returning : undefined}>
            <Button variant="primary" inactive={!canReview} onClick={() => send({ type: 'purchase.review' })}>
              Buy Tickets
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

import { tooYoungMessage } from '#domain/age.ts';
import { formatRupiah } from '#domain/money.ts';
import { isSameBooking } from '#domain/booking.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { messages } from '#domain/messages.ts';
import { selectBalanceCheck } from '#machines/bookingModel.ts';
import {
  selectFailure,
  selectReviewed,
  selectSharedChoice,
  selectStatus,
  selectTooYoung,
} from '#machines/bookingSelectors.ts';
import { isBusy } from '#machines/commandProgress.ts';
import { shallowEqual } from '@xstate/react';
import { useBooking } from './bookingPage.ts';
import { HeldForYou } from './HeldForYou.tsx';
import { heldLine } from './movie.css.ts';
import { Alert } from '../../components/Alert.tsx';
import { Button } from '../../components/Button.tsx';
import { ChosenSeats } from '../../components/ChosenSeats.tsx';
import { KeptForFriends } from '../../components/KeptForFriends.tsx';
import { Dialog, DialogFacts } from '../../components/Dialog.tsx';
import { CommandStatus } from '../../components/CommandStatus.tsx';
import { row, stack } from '../../styles/layout.css.ts';
import { danger, muted, price, success } from '../../styles/text.css.ts';

/** The dialog that confirms a purchase; renders nothing when nobody is signed in (section 2, Buy dialog). */
export default function BuyDialog() {
  const [viewer, send] = useBooking((snapshot) => snapshot.context.viewer);
  const [isTooYoung] = useBooking(selectTooYoung);

  if (viewer === undefined) return null;
  return (
    <Dialog title="Buy Tickets" onOpenChange={() => send({ type: 'purchase.back' })}>
      {isTooYoung ? (
        <div className={stack}>
          <DialogFacts>
            <p>{tooYoungMessage(viewer.age)}</p>
          </DialogFacts>
          <div className={row}>
            <Button onClick={() => send({ type: 'purchase.back' })}>Back</Button>
          </div>
        </div>
      ) : (
        <Purchase />
      )}
    </Dialog>
  );
}

function Purchase() {
  const [reviewed, send] = useBooking(selectReviewed, isSameBooking);
  const [balanceCheck] = useBooking(selectBalanceCheck, shallowEqual);
  const [status] = useBooking(selectStatus);
  const [failure] = useBooking(selectFailure);
  const [canConfirm] = useBooking((snapshot) => snapshot.can({ type: 'purchase.confirm', reviewed }));
  const [canGoBack] = useBooking((snapshot) => snapshot.can({ type: 'purchase.back' }));
  const [share] = useBooking(selectSharedChoice, shallowEqual);
  const isBuying = isBusy(status);
  const isShort = balanceCheck?.kind === 'notEnough' && !isBuying;
  const { movieTitle, showtimeDate, showtimeTime, seatNumbers, movieTicketPrice } = reviewed;

  return (
    <form
      className={stack}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'purchase.confirm', reviewed });
      }}
    >
      <DialogFacts>
        <p>{seatNumbers.length > 0 ? `${movieTitle}, ${showtimeDate}, ${showtimeTime}` : movieTitle}</p>
        {seatNumbers.length > 0 && <ChosenSeats seatNumbers={seatNumbers} />}
        {status !== 'confirming' && (
          <p className={price}>{formatRupiah(purchaseTotal(movieTicketPrice, seatNumbers.length))}</p>
        )}
        {!isBuying && balanceCheck !== undefined && (
          <p className={balanceCheck.kind === 'change' ? success : balanceCheck.kind === 'notEnough' ? danger : muted}>
            {balanceCheck.message}
          </p>
        )}
      </DialogFacts>
      {seatNumbers.length > 0 && !isBuying && (
        <div className={heldLine}>
          {share !== undefined && <KeptForFriends share={share} />}
          <HeldForYou />
        </div>
      )}
      <CommandStatus status={status} confirming="Bought. Confirming your seats" />
      {status === 'done' && <p className={success}>{messages.bought}</p>}
      {failure !== undefined && <Alert>{failure}</Alert>}
      {status !== 'done' && (
        <div className={row}>
          <Button inactive={!canGoBack} onClick={() => send({ type: 'purchase.back' })}>
            Back
          </Button>
          <Button
            type="submit"
            variant={isShort ? 'outline' : 'primary'}
            busy={isBuying}
            disabled={!canConfirm && !isBuying}
          >
            Buy
          </Button>
          {isShort && (
            <Button variant="primary" onClick={() => send({ type: 'topUp.visit' })}>
              Top Up
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

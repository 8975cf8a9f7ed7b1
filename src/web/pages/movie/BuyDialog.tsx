import { refusalSentence } from '#contract/refusalSentence.ts';
import { formatRupiah } from '#messages/money.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { isSameBooking } from '#domain/booking.ts';
import { checkBalance, type BalanceCheck } from '#domain/checkBalance.ts';
import { selectAgeIfTooYoung } from '#machines/bookingSelectors.ts';
import { selectFailure, selectStatus, type DialogStatus } from '#machines/commandDialogMachine.ts';
import { balanceCheckOf } from '#machines/hallModel.ts';
import { selectReviewed, selectSharedChoice } from '#machines/hallSelectors.ts';
import { shortDate } from '#messages/dates.ts';
import * as common from '#messages/common.ts';
import * as pages from '#messages/pages.ts';
import * as shared from '#messages/shared.ts';
import { notEnoughBalance, tooYoung } from '#messages/hallFailures.ts';
import * as messages from '#messages/movie.ts';
import { shallowEqual } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Booking } from '#contract/booking.ts';
import { bookingOf } from '#domain/booking.ts';
import type { Failure } from '#domain/failure.ts';
import { useBooking, useBuyDialog, useHall } from './bookingPage.ts';
import { HeldForYou } from './HeldForYou.tsx';
import { heldLine } from './movie.css.ts';
import { Alert } from '../../components/Notice.tsx';
import { Button } from '../../components/Button.tsx';
import { ChosenSeats } from '../../components/ChosenSeats.tsx';
import { KeptForFriends } from '../../components/KeptForFriends.tsx';
import { Dialog, DialogFacts } from '../../components/Dialog.tsx';
import { CommandStatus } from '../../components/CommandStatus.tsx';
import { row, stack } from '../../styles/layout.css.ts';
import { danger, muted, price, success } from '../../styles/text.css.ts';

/** The dialog that confirms a purchase; renders nothing when nobody is signed in (section 2, Buy dialog). */
export default function BuyDialog() {
  const [viewer] = useBooking(({ context }) => (context.viewer === 'awaited' ? undefined : context.viewer));
  const [hall] = useBooking((snapshot) => snapshot.children.hall);

  if (viewer === undefined) return null;
  return hall === undefined ? <WithoutSeats balance={viewer.balance} /> : <WithSeats key={hall.sessionId} />;
}

/** Before a showtime is chosen, when nothing can be bought. */
function WithoutSeats({ balance }: { readonly balance: number }) {
  const [context, send] = useBooking((snapshot) => snapshot.context);
  const booking = bookingOf(context.title, context.movie, context.showtime, []);
  return (
    <Purchase
      booking={booking}
      status="reviewing"
      balanceCheck={checkBalance(balance, 0, 0)}
      failure={undefined}
      onBack={() => send({ type: 'dialog.back' })}
    />
  );
}

function WithSeats() {
  const [reviewed, send] = useHall(selectReviewed, isSameBooking);
  const [balanceCheck] = useHall(({ context }) => balanceCheckOf(context), shallowEqual);
  const [refusedHold] = useHall((snapshot) => snapshot.context.failure);
  const [canConfirm] = useHall((snapshot) => snapshot.can({ type: 'purchase.confirm', reviewed }));
  const [share] = useHall(selectSharedChoice, shallowEqual);
  const [countdown] = useHall((snapshot) => snapshot.children.shareCountdown);
  const [status, sendDialog] = useBuyDialog(selectStatus);
  const [isBuying] = useBuyDialog((snapshot) => snapshot.hasTag('busy'));
  const [command] = useBuyDialog((snapshot) => snapshot.context.command);
  const [refusal] = useBuyDialog(selectFailure);
  const [canGoBack] = useBuyDialog((snapshot) => snapshot.can({ type: 'dialog.back' }));

  return (
    <Purchase
      booking={isBuying && command?.kind === 'purchase' ? command.booking : reviewed}
      status={status}
      balanceCheck={isBuying ? undefined : balanceCheck}
      failure={isBuying ? refusal : (refusal ?? refusedHold)}
      {...(canGoBack && { onBack: () => sendDialog({ type: 'dialog.back' }) })}
      {...(canConfirm && { onConfirm: () => send({ type: 'purchase.confirm', reviewed }) })}
      onTopUp={() => send({ type: 'topUp.visit' })}
      isBuying={isBuying}
    >
      {share !== undefined && <KeptForFriends share={share} countdown={countdown} silent />}
      <HeldForYou silent />
    </Purchase>
  );
}

interface PurchaseProps {
  /** The booking of the selected seats, or of the running purchase. */
  readonly booking: Booking;
  readonly status: DialogStatus;
  /** Undefined while the purchase is running. */
  readonly balanceCheck: BalanceCheck | undefined;
  /** Why the purchase was refused, or the seats could not be held. */
  readonly failure: Failure | undefined;
  /** Undefined while the dialog cannot be left. */
  readonly onBack?: () => void;
  /** Undefined while nothing can be bought. */
  readonly onConfirm?: () => void;
  readonly onTopUp?: () => void;
  readonly isBuying?: boolean;
  /** How long the seats are kept. */
  readonly children?: ReactNode;
}

function Purchase({
  booking,
  status,
  balanceCheck,
  failure,
  onBack,
  onConfirm,
  onTopUp,
  isBuying = false,
  children,
}: PurchaseProps) {
  const [age] = useBooking(selectAgeIfTooYoung);
  const { movieTitle, showtimeDate, showtimeTime, seatNumbers, movieTicketPrice } = booking;
  const isShort = balanceCheck?.kind === 'notEnough';
  // The line about the balance says the same.
  const isSaid = failure?.code === 'not_enough_balance' && isShort;

  return (
    <Dialog title={shared.buyTickets} closable={onBack !== undefined} onOpenChange={() => onBack?.()}>
      {age !== undefined ? (
        <div className={stack}>
          <DialogFacts>
            <p>{tooYoung(age)}</p>
          </DialogFacts>
          <div className={row}>
            <Button onClick={onBack}>{common.back}</Button>
          </div>
        </div>
      ) : (
        <form
          className={stack}
          onSubmit={(event) => {
            event.preventDefault();
            onConfirm?.();
          }}
        >
          <DialogFacts>
            <p>{seatNumbers.length > 0 ? `${movieTitle}, ${shortDate(showtimeDate)}, ${showtimeTime}` : movieTitle}</p>
            {seatNumbers.length > 0 && <ChosenSeats seatNumbers={seatNumbers} />}
            {status !== 'confirming' && (
              <p className={price}>{formatRupiah(purchaseTotal(movieTicketPrice, seatNumbers.length))}</p>
            )}
            {balanceCheck !== undefined && (
              <p
                className={
                  balanceCheck.kind === 'change' ? success : balanceCheck.kind === 'notEnough' ? danger : muted
                }
              >
                {balanceText(balanceCheck)}
              </p>
            )}
          </DialogFacts>
          {seatNumbers.length > 0 && !isBuying && <div className={heldLine}>{children}</div>}
          <CommandStatus status={status} confirming={messages.confirmingSeats} />
          {status === 'done' && <p className={success}>{messages.enjoyTheFilm}</p>}
          {failure !== undefined && !isSaid && <Alert>{refusalSentence(failure)}</Alert>}
          {status !== 'done' && (
            <div className={row}>
              <Button inactive={onBack === undefined} onClick={onBack}>
                {common.back}
              </Button>
              <Button
                type="submit"
                variant={isShort ? 'outline' : 'primary'}
                busy={isBuying}
                disabled={onConfirm === undefined && !isBuying}
              >
                {messages.buy}
              </Button>
              {isShort && (
                <Button variant="primary" onClick={onTopUp}>
                  {pages.topUp}
                </Button>
              )}
            </div>
          )}
        </form>
      )}
    </Dialog>
  );
}

function balanceText(check: BalanceCheck): string {
  if (check.kind === 'noSeats') return messages.selectSeat;
  return check.kind === 'notEnough' ? notEnoughBalance(check.shortfall) : messages.change(check.change);
}

import { tooYoungSentence } from '#domain/age.ts';
import { formatRupiah } from '#domain/money.ts';
import { seatList } from '#domain/seats.ts';
import { selectTooYoung, selectTotal, selectVerdict } from '#machines/bookingMachine.ts';
import { shallowEqual } from '@xstate/react';
import { useBooking } from '../../app/booking.tsx';
import { Alert } from '../../components/Alert.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { row, stack } from '../../styles/layout.css.ts';
import { danger, muted, price, success } from '../../styles/text.css.ts';
import { visuallyHidden } from '../../styles/visuallyHidden.css.ts';

/** The purchase to be confirmed; renders nothing without a user (section 2, Buy dialog). */
export default function BuyDialog() {
  const [viewer, send] = useBooking((snapshot) => snapshot.context.viewer);
  const [isTooYoung] = useBooking(selectTooYoung);

  if (viewer === undefined) return null;
  return (
    <Dialog title="Buy Tickets" onOpenChange={() => send({ type: 'purchase.back' })}>
      {isTooYoung ? (
        <div className={stack}>
          <p>{tooYoungSentence(viewer.age)}</p>
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
  const [order] = useBooking(({ context }) => {
    const seatNumbers = context.ticket?.seatNumbers ?? context.selected;
    return {
      title: context.movie?.title,
      date: context.place.date,
      time: context.place.time,
      seats: seatList(seatNumbers),
      count: seatNumbers.length,
    };
  }, shallowEqual);
  const [total, send] = useBooking(selectTotal);
  const [verdict] = useBooking(selectVerdict, shallowEqual);
  const [failure] = useBooking((snapshot) => snapshot.context.failure?.message);
  const [isBuying] = useBooking((snapshot) => snapshot.hasTag('buying'));
  const [canConfirm] = useBooking((snapshot) => snapshot.can({ type: 'purchase.confirm' }));
  const [isBought] = useBooking((snapshot) => snapshot.context.ticket !== undefined);

  return (
    <form
      className={stack}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'purchase.confirm' });
      }}
    >
      <p>
        {order.title}
        {order.count > 0 && `, ${order.date}, ${order.time}`}
      </p>
      {order.count > 0 && <p className={muted}>{order.seats}</p>}
      {!isBought && <p className={price}>{formatRupiah(total)}</p>}
      <p role="status" className={isBought ? undefined : visuallyHidden}>
        {isBought ? 'Bought. Confirming your seats' : ''}
      </p>
      {!isBought && verdict !== undefined && (
        <p className={verdict.kind === 'change' ? success : verdict.kind === 'notEnough' ? danger : muted}>
          {verdict.message}
        </p>
      )}
      {failure !== undefined && <Alert>{failure}</Alert>}
      <div className={row}>
        <Button inactive={isBuying} onClick={() => send({ type: 'purchase.back' })}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={isBuying} disabled={!canConfirm && !isBuying}>
          Buy
        </Button>
        {verdict?.kind === 'notEnough' && !isBuying && (
          <Button variant="text" onClick={() => send({ type: 'topUp.visit' })}>
            Top Up
          </Button>
        )}
      </div>
    </form>
  );
}

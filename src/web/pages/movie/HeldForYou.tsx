import { shallowEqual } from '@xstate/react';
import { countdownMessage, minutesMessage } from '#domain/heldSeats.ts';
import { selectHold } from '#machines/bookingSelectors.ts';
import { countdown, visuallyHidden } from '../../styles/text.css.ts';
import { useBooking } from './bookingPage.ts';

/** How long the selected seats are held for the user. Screen readers announce it at the start and at the last minute. */
export function HeldForYou() {
  const [hold] = useBooking(selectHold, shallowEqual);

  return (
    <>
      {hold !== undefined && (
        <div role="timer" className={countdown}>
          {countdownMessage(hold.secondsLeft)}
        </div>
      )}
      <span role="status" className={visuallyHidden}>
        {hold === undefined ? '' : minutesMessage(hold.minutesAnnounced)}
      </span>
    </>
  );
}

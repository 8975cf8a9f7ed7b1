import { keptMessage, keptMinutesMessage, paidMessage } from '#domain/sharedSeats.ts';
import type { RunningShare } from '#machines/sharedHoldMachine.ts';
import { progress } from '../styles/layout.css.ts';
import { countdown, visuallyHidden } from '../styles/text.css.ts';

/** How long shared seats are kept, and how many are paid for. Screen readers hear each payment, the start and the last minute. */
export function KeptForFriends({
  share: { seatNumbers, paid, secondsLeft, minutesAnnounced },
}: {
  readonly share: RunningShare;
}) {
  return (
    <div className={progress}>
      <div role="timer" className={countdown}>
        {keptMessage(secondsLeft)}
      </div>
      <span role="status" className={visuallyHidden}>
        {keptMinutesMessage(minutesAnnounced)}
      </span>
      <p role="status">{paidMessage(paid.length, seatNumbers.length + paid.length)}</p>
    </div>
  );
}

import { keptMessage, keptMinutesMessage, paidMessage } from '#domain/sharedSeats.ts';
import type { RunningShare } from '#machines/sharedHoldMachine.ts';
import { progress } from '../styles/layout.css.ts';
import { countdown, visuallyHidden } from '../styles/text.css.ts';

/**
 * How long shared seats are kept, and how many are paid for. Screen readers hear each payment, the start and the last minute, so the
 * two status elements are also there, empty, before seats are shared.
 */
export function KeptForFriends({ share }: { readonly share: RunningShare | undefined }) {
  const isKept = share !== undefined && share.seatNumbers.length > 0;

  return (
    <div className={share === undefined ? visuallyHidden : progress}>
      {isKept && (
        <div role="timer" className={countdown}>
          {keptMessage(share.secondsLeft)}
        </div>
      )}
      <span role="status" className={visuallyHidden}>
        {isKept && keptMinutesMessage(share.minutesAnnounced)}
      </span>
      <p role="status">{share !== undefined && paidMessage(share.paid, share.seatNumbers)}</p>
    </div>
  );
}

import { keptCountdown, keptMinutes, paidMessage } from '#messages/holds.ts';
import type { SharedSeats } from '#domain/hall.ts';
import { progress } from '../styles/layout.css.ts';
import { useTimeLeft, type Countdown } from './useTimeLeft.ts';
import * as text from '../styles/text.css.ts';

interface KeptForFriendsProps {
  readonly share: SharedSeats | undefined;
  readonly countdown: Countdown | undefined;
  /** Whether another view announces the same: in a dialog, which screen readers read when it opens. */
  readonly silent?: boolean;
}

/**
 * How long shared seats are kept, and how many are paid for. Screen readers hear each payment, the start and the last minute, so the
 * two status elements are also there, empty, before seats are shared. An open dialog does not hide them: they have `aria-live`.
 */
export function KeptForFriends({ share, countdown, silent = false }: KeptForFriendsProps) {
  const timeLeft = useTimeLeft(countdown);
  const isKept = timeLeft !== undefined && share !== undefined && share.seatNumbers.length > 0;

  return (
    <div className={share === undefined ? text.visuallyHidden : progress}>
      {isKept && (
        <div role="timer" className={text.countdown}>
          {keptCountdown(timeLeft.secondsLeft)}
        </div>
      )}
      {!silent && (
        <span role="status" aria-live="polite" className={text.visuallyHidden}>
          {isKept && keptMinutes(timeLeft.minutesAnnounced)}
        </span>
      )}
      <p {...(!silent && { role: 'status', 'aria-live': 'polite' })}>
        {share !== undefined && paidMessage(share.paid.length, share.paid.length + share.seatNumbers.length)}
      </p>
    </div>
  );
}

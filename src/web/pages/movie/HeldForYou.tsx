import { selectIsHeld } from '#machines/hallSelectors.ts';
import { heldCountdown, heldMinutes } from '#messages/holds.ts';
import { countdown, visuallyHidden } from '../../styles/text.css.ts';
import { useTimeLeft } from '../../components/useTimeLeft.ts';
import { useHall } from './bookingPage.ts';

interface HeldForYouProps {
  /** Whether another view announces the same: in the dialog, behind which the hall announces it. */
  readonly silent?: boolean;
}

/**
 * How long the selected seats are held for the user. Screen readers announce it at the start and at the last minute. An open dialog does
 * not hide the status element: it has `aria-live`.
 */
export function HeldForYou({ silent = false }: HeldForYouProps) {
  const [isHeld] = useHall(selectIsHeld);
  const [actor] = useHall((snapshot) => snapshot.children.countdown);
  const timeLeft = useTimeLeft(actor);
  const hold = isHeld ? timeLeft : undefined;

  return (
    <>
      {/* An opening dialog hides the elements that are there by then. So this one hides a timer that the hall renders later. */}
      <div>
        {hold !== undefined && (
          <div role="timer" className={countdown}>
            {heldCountdown(hold.secondsLeft)}
          </div>
        )}
      </div>
      {!silent && (
        <span role="status" aria-live="polite" className={visuallyHidden}>
          {hold === undefined ? '' : heldMinutes(hold.minutesAnnounced)}
        </span>
      )}
    </>
  );
}

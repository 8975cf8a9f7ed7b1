import { shallowEqual, useSelector } from '@xstate/react';
import { selectIsSharer, selectShare } from '#machines/bookingSelectors.ts';
import { Button } from '../../components/Button.tsx';
import { KeptForFriends } from '../../components/KeptForFriends.tsx';
import { LinkToCopy } from '../../components/LinkToCopy.tsx';
import { textLinks } from '../../styles/layout.css.ts';
import { useBooking } from './bookingPage.ts';

/** The seats that are shared with friends: how long, how many are paid for, and the buttons of the user who shares them. */
export function SharedSeats() {
  const [share] = useBooking(selectShare, shallowEqual);
  const [isSharer, send] = useBooking(selectIsSharer);
  const [code] = useBooking((snapshot) => snapshot.context.ownCode);

  return (
    <>
      <KeptForFriends share={share} />
      {share !== undefined && isSharer && (
        <div className={textLinks}>
          <Button variant="text" onClick={() => send({ type: 'share.send' })}>
            Send the link
          </Button>
          <Button variant="text" onClick={() => send({ type: 'share.stop' })}>
            Stop sharing
          </Button>
          <LinkToCopy id={code} />
        </div>
      )}
    </>
  );
}

/** The button that shares the selected seats, if the user may share them. */
export function ShareButton() {
  const [canShare, send] = useBooking((snapshot) => snapshot.can({ type: 'seats.share' }));
  const [hold] = useBooking((snapshot) => snapshot.children.hold);
  const isSharing = useSelector(hold, (snapshot) => snapshot?.matches('sharing') ?? false);

  if (!canShare) return null;
  return (
    <Button variant="text" busy={isSharing} onClick={() => send({ type: 'seats.share' })}>
      Share these seats
    </Button>
  );
}

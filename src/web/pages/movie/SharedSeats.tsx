import { shallowEqual } from '@xstate/react';
import { selectIsSharer, selectShare } from '#machines/hallSelectors.ts';
import * as messages from '#messages/movie.ts';
import { Button } from '../../components/Button.tsx';
import { KeptForFriends } from '../../components/KeptForFriends.tsx';
import { LinkToCopy } from '../../components/LinkToCopy.tsx';
import { textLinks } from '../../styles/layout.css.ts';
import { useHall } from './bookingPage.ts';

/** The seats that are shared with friends: how long, how many are paid for, and the buttons of the user who shares them. */
export function SharedSeats() {
  const [share] = useHall(selectShare, shallowEqual);
  const [isSharer, send] = useHall(selectIsSharer);
  const [code] = useHall((snapshot) => snapshot.context.shareCode);
  const [countdown] = useHall((snapshot) => snapshot.children.shareCountdown);

  return (
    <>
      <KeptForFriends share={share} countdown={countdown} />
      {share !== undefined && isSharer && (
        <>
          <div className={textLinks}>
            <Button variant="text" onClick={() => send({ type: 'share.send' })}>
              {messages.sendTheLink}
            </Button>
            <Button variant="text" onClick={() => send({ type: 'share.stop' })}>
              {messages.stopSharing}
            </Button>
          </div>
          <LinkToCopy id={code} />
        </>
      )}
    </>
  );
}

/** The button that shares the selected seats, if the user may share them. */
export function ShareButton() {
  const [canShare, send] = useHall((snapshot) => snapshot.can({ type: 'seats.share' }));
  const [isSharing] = useHall((snapshot) => snapshot.context.wish === 'share');

  if (!canShare && !isSharing) return null;
  return (
    <Button variant="text" busy={isSharing} onClick={() => send({ type: 'seats.share' })}>
      {messages.shareTheseSeats}
    </Button>
  );
}

import * as messages from '#messages/door.ts';
import { useDoor } from './doorContext.ts';
import * as css from './door.css.ts';

/** Whether the server answers, and how many admissions it does not know yet. */
export function Connection() {
  const [isOffline] = useDoor((snapshot) => snapshot.matches({ admitting: { connection: 'offline' } }));
  const [isSending] = useDoor((snapshot) => snapshot.matches({ admitting: { connection: 'sending' } }));
  const [queued] = useDoor(({ context }) => context.queue.length);
  const state = isOffline ? messages.offline : isSending ? messages.sending : messages.online;

  return (
    <p role="status" className={isOffline ? css.offline : css.connection}>
      <span>{state}</span>
      {queued > 0 && <span>{messages.notSent(queued)}</span>}
    </p>
  );
}

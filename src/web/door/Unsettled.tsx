import type { Conflict, QueuedChange } from '#domain/door.ts';
import { timeInZone } from '#domain/zones.ts';
import { timeOfDay } from '#domain/timeOfDay.ts';
import { shortDate } from '#messages/dates.ts';
import * as messages from '#messages/door.ts';
import { seatList } from '#messages/seats.ts';
import { Button } from '../components/Button.tsx';
import { detailsOf } from './AnswerSheet.tsx';
import { useDoor, useRunningDoor } from './doorContext.ts';
import * as css from './door.css.ts';

/** The changes whose answer by the server differs from that of this phone, until staff acknowledge them. */
export function Conflicts() {
  const [conflicts, send] = useDoor(({ context }) => context.conflicts);
  if (conflicts.length === 0) return null;

  return (
    <section className={css.list} aria-label={messages.toClearUp}>
      <h2 className={css.film}>{messages.toClearUp}</h2>
      <ul className={css.list}>
        {conflicts.map((conflict) => (
          <li key={conflict.key} className={css.conflict}>
            <Change change={conflict} />
            <Outcome conflict={conflict} />
            <div>
              <Button onClick={() => send({ type: 'conflict.acknowledge', key: conflict.key })}>
                {messages.acknowledge}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The changes that a closed door could not send. */
export function Unsent() {
  const [queue] = useDoor(({ context }) => context.queue);
  if (queue.length === 0) return null;

  return (
    <section className={css.list} aria-label={messages.unsent}>
      <h2 className={css.film}>{messages.unsent}</h2>
      <ul className={css.list}>
        {queue.map((change) => (
          <li key={change.key} className={css.conflict}>
            <Change change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type ChangeProps = { readonly change: Pick<QueuedChange, 'kind' | 'seatNumbers' | 'screening' | 'at'> };

function Change({ change: { kind, seatNumbers, screening, at } }: ChangeProps) {
  const { zone } = useRunningDoor();
  const time = timeOfDay(new Date(at).toISOString(), zone);
  return (
    <>
      <p className={css.detail}>{seatList(seatNumbers)}</p>
      <p>{`${screening.movieTitle}, ${shortDate(screening.showtimeDate)}, ${timeInZone(screening.showtimeTime, at, zone)}`}</p>
      <p>{`${kind === 'admit' ? messages.admission : messages.admissionUndone}: ${time}`}</p>
    </>
  );
}

function Outcome({ conflict: { outcome } }: { readonly conflict: Conflict }) {
  const { zone } = useRunningDoor();
  if (outcome.answer === 'not_undone') {
    return (
      <p role="alert" className={css.outcome}>
        {messages.notUndone}
      </p>
    );
  }
  return (
    <div role="alert">
      <p>{messages.admittedBut}</p>
      <p className={css.outcome}>{messages.answers[outcome.answer]}</p>
      {detailsOf(outcome, zone).map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </div>
  );
}

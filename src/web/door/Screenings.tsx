import { selectProposed } from '#machines/doorMachine.ts';
import { isSameDoorScreening } from '#domain/door.ts';
import { timeInZone } from '#domain/zones.ts';
import { shortDate } from '#messages/dates.ts';
import * as messages from '#messages/door.ts';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { useDoor, useRunningDoor } from './doorContext.ts';
import * as css from './door.css.ts';

/** The screenings of the day that have tickets; the next one stands out. */
export function Screenings() {
  const { zone } = useRunningDoor();
  const [screenings, send] = useDoor(({ context }) => context.door?.screenings ?? []);
  const [proposed] = useDoor(selectProposed);
  const [unsent] = useDoor(({ context }) => context.queue.length);
  const [isReloading] = useDoor((snapshot) => snapshot.matches({ choosing: 'refreshing' }));

  return (
    <>
      <h1 className={css.heading}>{messages.chooseScreening}</h1>
      {unsent > 0 && <p className={css.offline}>{messages.notSent(unsent)}</p>}
      {screenings.length === 0 && <Notice title={messages.noScreenings} />}
      <ul className={css.screenings}>
        {screenings.map((screening) => {
          const { movieTitle, showtimeDate, showtimeTime, startsAt, seatsInside, soldSeats } = screening;
          const isNext = proposed !== undefined && isSameDoorScreening(proposed, screening);
          return (
            <li key={`${movieTitle} ${startsAt}`}>
              <button
                type="button"
                className={isNext ? css.proposed : css.screening}
                onClick={() => send({ type: 'screening.choose', screening })}
              >
                {isNext && <span className={css.mark}>{messages.nextScreening}</span>}
                <span className={css.film}>{movieTitle}</span>
                <span>{`${shortDate(showtimeDate)}, ${timeInZone(showtimeTime, startsAt, zone)}`}</span>
                <span>{messages.seatsInside(seatsInside, soldSeats)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <div>
        <Button busy={isReloading} onClick={() => send({ type: 'door.retry' })}>
          {messages.reloadScreenings}
        </Button>
      </div>
    </>
  );
}

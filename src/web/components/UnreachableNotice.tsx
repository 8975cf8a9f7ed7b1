import { ticketPath } from '#domain/paths.ts';
import { shortDate } from '#messages/dates.ts';
import { retry, savedTickets } from '#messages/common.ts';
import { generalFailures } from '#messages/general.ts';
import { timeInZone } from '#domain/zones.ts';
import { useSession, useZone } from '../actors/rootHooks.ts';
import { row } from '../styles/layout.css.ts';
import { Button, ButtonLink } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Replaces a personal page while the server is unreachable: Retry, and links to the tickets saved on this device. */
export function UnreachableNotice() {
  const [tickets, send] = useSession((snapshot) => snapshot.context.savedTickets);
  const [isRetrying] = useSession((snapshot) => snapshot.matches({ unreachable: 'retrying' }));

  const zone = useZone();

  return (
    <>
      <Notice
        title={generalFailures.unreachable}
        action={
          <Button variant="primary" busy={isRetrying} onClick={() => send({ type: 'session.retry' })}>
            {retry}
          </Button>
        }
      />
      {tickets.length > 0 && (
        <nav className={row} aria-label={savedTickets}>
          {tickets.map(({ id, movieTitle, showtimeDate, showtimeTime, startsAt }) => (
            <ButtonLink key={id} variant="text" to={ticketPath(id)}>
              {`${movieTitle}, ${shortDate(showtimeDate)}, ${timeInZone(showtimeTime, startsAt, zone)}`}
            </ButtonLink>
          ))}
        </nav>
      )}
    </>
  );
}

import * as css from './tickets.css.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Ticket } from '#contract/ticket.ts';
import { formatTimestamp } from '#domain/calendar.ts';
import { formatRupiah } from '#messages/money.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { ticketPath } from '#domain/paths.ts';
import { timeInZone } from '#domain/zones.ts';
import { timeOfDay } from '#domain/timeOfDay.ts';
import { shortDate } from '#messages/dates.ts';
import { links } from '#messages/toasts.ts';
import { seatList, rowsOfSeats } from '#messages/seats.ts';
import * as messages from '#messages/tickets.ts';
import { useZone } from '../../actors/rootHooks.ts';
import { AgeBadge } from '../../components/AgeBadge.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { InviteButton } from '../../components/InviteButton.tsx';
import { Poster } from '../../components/Poster.tsx';
import { muted } from '../../styles/text.css.ts';

interface TicketCardProps {
  readonly ticket: Ticket;
  readonly expired: boolean;
  readonly onCancel: () => void;
}

/** One ticket; greyed out, with a disabled `Expired` button, once its showtime has begun (section 2). */
export function TicketCard({ ticket, expired, onCancel }: TicketCardProps) {
  const zone = useZone();
  const titleId = useId();
  const showtimeId = useId();
  const { movieTitle, moviePoster, movieAgeRating, movieTicketPrice, seatNumbers, admittedAt } = ticket;
  const path = ticketPath(ticket.id);
  // Several tickets may be for the same film.
  const describedBy = `${titleId} ${showtimeId}`;

  return (
    <li className={css.card[expired ? 'expired' : 'live']} aria-labelledby={titleId}>
      <Link to={path} className={css.poster} tabIndex={-1} aria-hidden="true">
        <Poster src={moviePoster} title={movieTitle} alt="" lazy />
      </Link>
      <div className={css.facts}>
        <h2 id={titleId} className={css.title}>
          <Link to={path}>{movieTitle}</Link>
        </h2>
        <p className={css.when}>
          <span
            id={showtimeId}
          >{`${shortDate(ticket.showtimeDate)}, ${timeInZone(ticket.showtimeTime, ticket.startsAt, zone)}`}</span>{' '}
          <AgeBadge ageRating={movieAgeRating} />
        </p>
        <p className={css.places}>
          {rowsOfSeats(seatNumbers).map((place) => (
            <span key={place}>{place}</span>
          ))}
        </p>
        <p>{seatList(seatNumbers)}</p>
        <p className={css.strong}>{formatRupiah(purchaseTotal(movieTicketPrice, seatNumbers.length))}</p>
        <p className={muted}>{messages.bookedAt(formatTimestamp(ticket.bookingTime, zone))}</p>
        {admittedAt !== undefined && <p className={css.used}>{messages.usedAt(timeOfDay(admittedAt, zone))}</p>}
      </div>
      <div className={css.actions}>
        <ButtonLink
          variant={expired ? 'outline' : 'primary'}
          to={path}
          aria-label={messages.openTicketFor(movieTitle)}
          aria-describedby={showtimeId}
        >
          {links.ticket}
        </ButtonLink>
        {(expired || admittedAt === undefined) && (
          <Button variant="text" disabled={expired} aria-describedby={describedBy} onClick={onCancel}>
            {expired ? messages.expired : messages.cancel}
          </Button>
        )}
        {!expired && <InviteButton variant="text" ticket={ticket} friends={[]} describedBy={describedBy} />}
      </div>
    </li>
  );
}

import type { Ticket } from '#contract/ticket.ts';
import { formatMoment, formatShowDay } from '#domain/calendar.ts';
import { formatRupiah } from '#domain/money.ts';
import { moviePath } from '#domain/paths.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { seatList } from '#domain/seatNames.ts';
import { useZone } from '../../runtime/hooks/worldHooks.ts';
import { AgeBadge } from '../../components/AgeBadge.tsx';
import { Link } from '../../components/Link.tsx';
import { Poster } from '../../components/Poster.tsx';
import { TicketQr } from './TicketQr.tsx';
import * as css from './ticket.css.ts';

interface TicketSheetProps {
  readonly ticket: Ticket;
  readonly expired: boolean;
}

/** The ticket itself, on the screen and on paper. */
export function TicketSheet({ ticket, expired }: TicketSheetProps) {
  const zone = useZone();
  const { id, movieTitle, moviePoster, movieAgeRating, movieTicketPrice, seatNumbers, startsAt } = ticket;

  return (
    <article className={css.sheet} aria-labelledby="ticket-title">
      <div className={css.poster}>
        <Poster src={moviePoster} title={movieTitle} alt="" />
      </div>
      <div className={css.facts}>
        <h2 id="ticket-title" className={css.title}>
          <Link to={moviePath(movieTitle)}>{movieTitle}</Link>
        </h2>
        {expired && <p className={css.expired}>Expired: the showtime has begun</p>}
        <p className={css.when}>
          <time dateTime={startsAt}>
            {formatShowDay(startsAt, zone)}, {ticket.showtimeTime}
          </time>
          <AgeBadge ageRating={movieAgeRating} />
        </p>
        <p className={css.seats}>{seatList(seatNumbers)}</p>
      </div>
      <TicketQr ticketId={id} />
      <dl className={css.details}>
        <dt>Paid</dt>
        <dd>{formatRupiah(purchaseTotal(movieTicketPrice, seatNumbers.length))}</dd>
        <dt>Booked</dt>
        <dd>{formatMoment(ticket.bookingTime, zone)}</dd>
        <dt>Ticket</dt>
        <dd>{id}</dd>
      </dl>
    </article>
  );
}

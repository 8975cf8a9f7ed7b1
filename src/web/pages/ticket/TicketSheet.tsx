import { Link } from 'react-router-dom';
import type { Ticket } from '#contract/ticket.ts';
import { formatShowDay, formatTimestamp } from '#domain/calendar.ts';
import { formatRupiah } from '#messages/money.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { moviePath } from '#domain/paths.ts';
import { shortTicketId } from '#domain/tickets.ts';
import { timeInZone } from '#domain/zones.ts';
import { timeOfDay } from '#domain/timeOfDay.ts';
import { seatList, rowsOfSeats } from '#messages/seats.ts';
import * as messages from '#messages/tickets.ts';
import { useZone } from '../../actors/rootHooks.ts';
import { AgeBadge } from '../../components/AgeBadge.tsx';
import { Poster } from '../../components/Poster.tsx';
import { muted } from '../../styles/text.css.ts';
import { TicketQr } from './TicketQr.tsx';
import * as css from './ticket.css.ts';

interface TicketSheetProps {
  readonly ticket: Ticket;
  /** Why the ticket cannot be changed any more. */
  readonly over: string | undefined;
  readonly cancelled?: boolean;
}

/** The ticket, on the screen and on paper: the seats in large type, then the QR code. */
export function TicketSheet({ ticket, over, cancelled = false }: TicketSheetProps) {
  const zone = useZone();
  const { id, movieTitle, moviePoster, movieAgeRating, movieTicketPrice, seatNumbers, startsAt, admittedAt } = ticket;

  return (
    <article className={css.sheet[over === undefined ? 'valid' : 'over']} aria-labelledby="ticket-title">
      <div className={css.brand} />
      <div className={css.poster}>
        <Poster src={moviePoster} title={movieTitle} alt="" />
      </div>
      <div className={css.film}>
        <h2 id="ticket-title" className={css.title}>
          <Link to={moviePath(movieTitle)}>{movieTitle}</Link>
        </h2>
        <div>
          <AgeBadge ageRating={movieAgeRating} />
        </div>
      </div>
      <div className={css.show}>
        {over !== undefined && <p className={css.overText}>{over}</p>}
        {admittedAt !== undefined && <p className={css.used}>{messages.usedAt(timeOfDay(admittedAt, zone))}</p>}
        <p className={css.when}>
          <time
            dateTime={startsAt}
          >{`${formatShowDay(startsAt, zone, messages.showDayFormat)}, ${timeInZone(ticket.showtimeTime, startsAt, zone)}`}</time>
        </p>
      </div>
      <div className={css.seats}>
        {rowsOfSeats(seatNumbers).map((place) => (
          <p key={place} className={css.place}>
            {place}
          </p>
        ))}
        <p className={muted}>{seatList(seatNumbers)}</p>
      </div>
      <TicketQr ticketId={id} admissionCode={ticket.admissionCode} cancelled={cancelled} />
      <dl className={css.details}>
        <dt>{messages.paid}</dt>
        <dd>{formatRupiah(purchaseTotal(movieTicketPrice, seatNumbers.length))}</dd>
        <dt>{messages.booked}</dt>
        <dd>{formatTimestamp(ticket.bookingTime, zone)}</dd>
        <dt>{messages.ticketCode}</dt>
        <dd>
          <span className={css.onScreen}>{shortTicketId(id)}</span>
          <span className={css.onPaper}>{id}</span>
        </dd>
      </dl>
    </article>
  );
}

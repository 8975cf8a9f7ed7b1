import { useParams, useSearchParams } from 'react-router-dom';
import { readBeside } from '#domain/invitation.ts';
import { PATHS } from '#domain/paths.ts';
import { isExpired } from '#domain/tickets.ts';
import { inviteMachine } from '#machines/inviteMachine.ts';
import { selectTicket, ticketMachine } from '#machines/ticketMachine.ts';
import { usePage } from '../../runtime/usePage.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { InviteButton } from '../../components/InviteButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SectionHeader } from '../../components/SectionHeader.tsx';
import { SignInNotice } from '../../components/SignInNotice.tsx';
import { SavedNotice } from './SavedNotice.tsx';
import { TicketSheet } from './TicketSheet.tsx';
import * as css from './ticket.css.ts';

/** One ticket to show at the door: with its QR code, for the printer, for the calendar, and without a connection once opened. */
export default function TicketPage() {
  const { ticketId } = useParams();

  return (
    <>
      <SectionHeader title="Ticket" />
      {ticketId === undefined ? <NoTicket /> : <TicketInHand key={ticketId} ticketId={ticketId} />}
    </>
  );
}

function TicketInHand({ ticketId }: { readonly ticketId: string }) {
  const [snapshot, send] = usePage(ticketMachine, ({ environment }) => ({
    input: { ticketId, now: environment.clock.now() },
  }));
  const [searchParams] = useSearchParams();
  const { now, session } = snapshot.context;
  const ticket = selectTicket(snapshot);

  if (snapshot.matches('guarded')) return <SignInNotice />;
  if (snapshot.matches('missing')) return <NoTicket />;
  if (snapshot.matches('cancelled') && ticket !== undefined) {
    return (
      <>
        <TicketSheet ticket={ticket} over="Cancelled: it is no longer valid" />
        <div className={css.actions}>
          <AllTickets />
        </div>
      </>
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <Notice
        alert
        title="Your ticket could not be loaded"
        message={session.failure}
        action={<Button onClick={() => send({ type: 'ticket.retry' })}>Retry</Button>}
      />
    );
  }
  if (!snapshot.hasTag('shown') || ticket === undefined) return null;
  return (
    <>
      {snapshot.matches({ shown: 'saved' }) && <SavedNotice onRemove={() => send({ type: 'savedTicket.remove' })} />}
      <TicketSheet ticket={ticket} over={isExpired(ticket, now) ? 'Expired: the showtime has begun' : undefined} />
      <div className={css.actions}>
        <Button
          variant="primary"
          inactive={!snapshot.can({ type: 'calendar.add' })}
          onClick={() => send({ type: 'calendar.add' })}
        >
          Add to calendar
        </Button>
        {!isExpired(ticket, now) && <InviteButton ticket={ticket} friends={readBeside(searchParams.get('beside'))} />}
        <Button onClick={() => send({ type: 'ticket.print' })}>Print</Button>
        <AllTickets />
      </div>
    </>
  );
}

function AllTickets() {
  return (
    <ButtonLink variant="text" to={PATHS.myTickets}>
      All my tickets
    </ButtonLink>
  );
}

function NoTicket() {
  return (
    <Notice
      title="You have no such ticket"
      message="It may have been cancelled, or the address may hold a mistake."
      action={<ButtonLink to={PATHS.myTickets}>All my tickets</ButtonLink>}
    />
  );
}

/** The machines of this page, for replays. @public */
export const machines = [ticketMachine, inviteMachine];

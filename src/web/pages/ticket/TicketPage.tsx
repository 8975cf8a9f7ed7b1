import * as v from 'valibot';
import * as css from './ticket.css.ts';
import { readBeside } from '#domain/invitation.ts';
import { PATHS } from '#domain/paths.ts';
import { isExpired } from '#domain/tickets.ts';
import { environmentOf } from '#machines/environment.ts';
import { selectTicket, ticketMachine } from '#machines/ticketMachine.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageHook } from '../../actors/pageHooks.ts';
import { useApp } from '../../actors/rootHooks.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { InviteButton } from '../../components/InviteButton.tsx';
import { KeptForFriends } from '../../components/KeptForFriends.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SectionHeader } from '../../components/Section.tsx';
import { SignInNotice } from '../../components/SignInNotice.tsx';
import { visuallyHidden } from '../../styles/text.css.ts';
import { TicketSheet } from './TicketSheet.tsx';

const useTicket = pageHook(ticketMachine);

/** One ticket with its QR code. It can be printed and added to a calendar; once opened, it also shows without a connection. */
export default function TicketPage() {
  const [ticketId] = useApp((snapshot) => snapshot.context.location?.params['ticketId']);

  return (
    <>
      <SectionHeader title="Ticket" />
      {ticketId === undefined ? (
        <NoTicket />
      ) : (
        <>
          <SavedNotice />
          <TicketInHand />
        </>
      )}
    </>
  );
}

function TicketInHand() {
  const [snapshot, send] = useTicket((ticket) => ticket);
  const [search] = useApp((app) => app.context.location?.search);
  const { now, session, share } = snapshot.context;
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
      <TicketSheet ticket={ticket} over={isExpired(ticket, now) ? 'Expired: the showtime has begun' : undefined} />
      <div className={share === undefined ? visuallyHidden : css.share}>
        <KeptForFriends share={share} holder={snapshot.children.sharedHold} />
      </div>
      <div className={css.actions}>
        <Button
          variant="primary"
          inactive={!snapshot.can({ type: 'calendar.add' })}
          onClick={() => send({ type: 'calendar.add' })}
        >
          Add to calendar
        </Button>
        {!isExpired(ticket, now) && (
          <InviteButton ticket={ticket} friends={readBeside(new URLSearchParams(search).get('beside'))} />
        )}
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
      title="You do not have this ticket"
      message="It may have been cancelled, or the address may contain a mistake."
      action={<ButtonLink to={PATHS.myTickets}>All my tickets</ButtonLink>}
    />
  );
}

/** A server-rendered ticket page always waits for the session. */
const snapshotSchema = v.object({
  value: v.literal('waiting'),
  context: v.object({
    ticketId: v.string(),
    now: v.number(),
    session: v.object({ status: v.literal('unsettled'), failure: v.string() }),
  }),
});

/** Read by `src/web/router/pages.ts`. @public */
export const data: PageData<typeof ticketMachine> = {
  machine: ticketMachine,
  input: ({ params: { ticketId } }, system) =>
    ticketId === undefined ? undefined : { ticketId, now: environmentOf(system).clock.now() },
  accepts: (snapshot, { params }) => {
    const read = v.safeParse(snapshotSchema, snapshot);
    return read.success && read.output.context.ticketId === params['ticketId'];
  },
};

/**
 * Says that the page shows a saved ticket, because the server could not confirm it. The status element is also there, empty, before: the
 * saved ticket can appear while the page waits for the server, and screen readers announce only changes of an existing element.
 */
function SavedNotice() {
  const [isSaved, send] = useTicket((snapshot) => snapshot.matches({ shown: 'saved' }));

  return (
    <div className={isSaved ? css.saved : visuallyHidden}>
      <p role="status">
        {isSaved && (
          <>
            <strong>Saved on this device</strong>
            <br />
            <span>This copy may be out of date. A ticket that was cancelled elsewhere is no longer valid.</span>
          </>
        )}
      </p>
      {isSaved && <Button onClick={() => send({ type: 'savedTicket.remove' })}>Remove from this device</Button>}
    </div>
  );
}

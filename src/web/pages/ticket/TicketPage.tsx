import * as v from 'valibot';
import * as css from './ticket.css.ts';
import { calendarAddress } from '#contract/calendar.ts';
import { failureSentence } from '#contract/failureSentence.ts';
import { readBeside } from '#domain/invitation.ts';
import { PATHS } from '#domain/paths.ts';
import { isExpired } from '#domain/tickets.ts';
import { environmentOf } from '#machines/environment.ts';
import { selectShare, selectTicket, ticketMachine } from '#machines/ticketMachine.ts';
import { retry } from '#messages/common.ts';
import { language } from '#messages/language.ts';
import * as messages from '#messages/tickets.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageHook } from '../../actors/pageHooks.ts';
import { useApp, useAppActor } from '../../actors/rootHooks.ts';
import { button } from '../../components/Button.css.ts';
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
      <SectionHeader title={messages.ticket} />
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
  const { now, session } = snapshot.context;
  const share = selectShare(snapshot);
  const ticket = selectTicket(snapshot);
  const { system } = useAppActor();

  if (snapshot.matches('guarded')) return <SignInNotice />;
  if (snapshot.matches('missing')) return <NoTicket />;
  if (snapshot.matches('cancelled') && ticket !== undefined) {
    return (
      <>
        <TicketSheet ticket={ticket} over={messages.cancelledExplained} cancelled />
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
        title={messages.ticketNotLoaded}
        message={session.failure && failureSentence(session.failure)}
        action={<Button onClick={() => send({ type: 'ticket.retry' })}>{retry}</Button>}
      />
    );
  }
  if (!snapshot.hasTag('shown') || ticket === undefined) return null;
  const isOver = isExpired(ticket, now);
  // The server writes the calendar file, so a copy that it has not confirmed has none.
  const isCurrent = !isOver && snapshot.matches({ shown: 'current' });
  return (
    <>
      <TicketSheet ticket={ticket} over={isOver ? messages.expiredExplained : undefined} />
      <div className={share === undefined ? visuallyHidden : css.share}>
        <KeptForFriends share={share} countdown={snapshot.children.countdown} />
      </div>
      <div className={css.actions}>
        {isCurrent && (
          <a className={button.primary} href={calendarAddress(ticket, language)}>
            {messages.addToCalendar}
          </a>
        )}
        {!isOver && <InviteButton ticket={ticket} friends={readBeside(new URLSearchParams(search).get('beside'))} />}
        {environmentOf(system).device.canPrint() && (
          <Button onClick={() => send({ type: 'ticket.print' })}>{messages.print}</Button>
        )}
        <AllTickets />
      </div>
    </>
  );
}

function AllTickets() {
  return (
    <ButtonLink variant="text" to={PATHS.myTickets}>
      {messages.allMyTickets}
    </ButtonLink>
  );
}

function NoTicket() {
  return (
    <Notice
      title={messages.noTicket}
      message={messages.noTicketReason}
      action={<ButtonLink to={PATHS.myTickets}>{messages.allMyTickets}</ButtonLink>}
    />
  );
}

/** A server-rendered ticket page always waits for the session. */
const snapshotSchema = v.object({
  value: v.literal('waiting'),
  context: v.object({
    ticketId: v.string(),
    now: v.number(),
    session: v.object({ status: v.literal('unsettled') }),
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
            <strong>{messages.savedOnThisDevice}</strong>
            <br />
            <span>{messages.savedExplained}</span>
          </>
        )}
      </p>
      {isSaved && <Button onClick={() => send({ type: 'savedTicket.remove' })}>{messages.removeFromThisDevice}</Button>}
    </div>
  );
}

import * as css from './tickets.css.ts';
import { failureSentence } from '#contract/failureSentence.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { PATHS } from '#domain/paths.ts';
import { isExpired } from '#domain/tickets.ts';
import { timeInZone } from '#domain/zones.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { commandDialogMachine } from '#machines/commandDialogMachine.ts';
import { myTicketsInput, myTicketsMachine } from '#machines/myTicketsMachine.ts';
import { retry } from '#messages/common.ts';
import { shortDate } from '#messages/dates.ts';
import * as messages from '#messages/tickets.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageChildHook, pageHook } from '../../actors/pageHooks.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { useSession, useZone } from '../../actors/rootHooks.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { ChosenSeats } from '../../components/ChosenSeats.tsx';
import { Notice } from '../../components/Notice.tsx';
import { TicketCard } from './TicketCard.tsx';

const ConfirmDialog = viewOnDemand(() => import('../../components/ConfirmDialog.tsx'));

const useMyTickets = pageHook(myTicketsMachine);
const useDialog = pageChildHook(commandDialogMachine, 'dialog');

/** The user's tickets. Each can be cancelled until its showtime (section 2, My Tickets). */
export default function MyTicketsPage() {
  const [tickets, sendSession] = useSession((session) => session.context.tickets);
  const [failure] = useSession((session) =>
    session.matches({ signedIn: 'failed' }) ? session.context.failure : undefined,
  );
  const [isLoaded] = useSession((session) => session.matches({ signedIn: 'ready' }));
  const [ticket, send] = useMyTickets((snapshot) => snapshot.context.ticket);
  const [now] = useMyTickets((snapshot) => snapshot.context.now);
  const [dialog, sendDialog] = useDialog((shown) => shown);
  const zone = useZone();

  return (
    <>
      {failure !== undefined && (
        <Notice
          alert
          title={messages.ticketsNotLoaded}
          message={failureSentence(failure)}
          action={<Button onClick={() => sendSession({ type: 'tickets.retry' })}>{retry}</Button>}
        />
      )}
      {isLoaded && tickets.length === 0 && (
        <Notice
          title={messages.noTickets}
          action={
            <ButtonLink variant="primary" to={PATHS.movies}>
              {messages.bookTicket}
            </ButtonLink>
          }
        />
      )}
      {tickets.length > 0 && (
        <ul className={css.list}>
          {tickets.map((each) => (
            <TicketCard
              key={each.id}
              ticket={each}
              expired={isExpired(each, now)}
              onCancel={() => send({ type: 'cancellation.review', ticket: each })}
            />
          ))}
        </ul>
      )}
      {dialog.hasTag('open') && ticket !== undefined && (
        <ConfirmDialog
          title={messages.cancelTicket}
          action={messages.cancelTicket}
          snapshot={dialog}
          send={sendDialog}
          onConfirm={(password) => send({ type: 'cancellation.confirm', password })}
        >
          <p>{`${ticket.movieTitle}, ${shortDate(ticket.showtimeDate)}, ${timeInZone(ticket.showtimeTime, ticket.startsAt, zone)}`}</p>
          <ChosenSeats seatNumbers={ticket.seatNumbers} />
          <p>{messages.goesBack(purchaseTotal(ticket.movieTicketPrice, ticket.seatNumbers.length))}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data: PageData<typeof myTicketsMachine> = {
  machine: myTicketsMachine,
  command: commandMachine,
  input: (_, system) => myTicketsInput(system),
};

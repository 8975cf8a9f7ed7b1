import { PATHS } from '#domain/paths.ts';
import { sentences } from '#domain/sentences.ts';
import { isExpired } from '#domain/tickets.ts';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import { selectFailure, selectStage } from '#machines/intentStage.ts';
import { findIntent, runningIntents } from '#machines/rootIntents.ts';
import { usePage } from '../../runtime/usePage.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { useSession } from '../../runtime/rootHooks.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PersonalPage } from '../../components/PersonalPage.tsx';
import { SectionHeader } from '../../components/SectionHeader.tsx';
import * as css from './tickets.css.ts';
import { TicketCard } from './TicketCard.tsx';

const CancelDialog = viewOnDemand(() => import('./CancelDialog.tsx'));

/** The user's tickets, each to be cancelled until its showtime (section 2, My Tickets). */
export default function MyTicketsPage() {
  return (
    <>
      <SectionHeader title="My Tickets" />
      <PersonalPage>
        <Tickets />
      </PersonalPage>
    </>
  );
}

function Tickets() {
  const [tickets, sendSession] = useSession((session) => session.context.tickets);
  const [failure] = useSession((session) =>
    session.matches({ signedIn: 'failed' }) ? session.context.failure : undefined,
  );
  const [isLoaded] = useSession((session) => session.matches({ signedIn: 'ready' }));
  const [snapshot, send] = usePage(cancelTicketMachine, ({ app, environment }) => ({
    input: { now: environment.clock.now(), intent: findIntent(runningIntents(app), 'cancellation') },
  }));
  const { ticket, now } = snapshot.context;

  return (
    <>
      {failure !== undefined && (
        <Notice
          alert
          title="Your tickets could not be loaded"
          sentence={failure}
          action={<Button onClick={() => sendSession({ type: 'tickets.retry' })}>Retry</Button>}
        />
      )}
      {isLoaded && tickets.length === 0 && (
        <Notice
          title={sentences.noTickets}
          action={
            <ButtonLink variant="primary" to={PATHS.movies}>
              Book Ticket
            </ButtonLink>
          }
        />
      )}
      <ul className={css.list}>
        {tickets.map((each) => (
          <TicketCard
            key={each.id}
            ticket={each}
            expired={isExpired(each, now)}
            onCancel={() => send({ type: 'cancel.open', ticket: each })}
          />
        ))}
      </ul>
      {snapshot.hasTag('open') && ticket !== undefined && (
        <CancelDialog
          ticket={ticket}
          failure={selectFailure(snapshot)}
          stage={selectStage(snapshot)}
          canGoBack={snapshot.can({ type: 'cancel.back' })}
          onConfirm={(password) => send({ type: 'cancel.confirm', password })}
          onBack={() => send({ type: 'cancel.back' })}
        />
      )}
    </>
  );
}

/** What this page runs, for replays. @public */
export const machines = [cancelTicketMachine];

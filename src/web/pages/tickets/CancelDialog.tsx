import type { Ticket } from '#contract/ticket.ts';
import { formatRupiah } from '#domain/money.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import type { IntentStage } from '#machines/intentStage.ts';
import { useSession } from '../../runtime/rootHooks.ts';
import { ChosenSeats } from '../../components/ChosenSeats.tsx';
import { Dialog, DialogFacts } from '../../components/Dialog.tsx';
import { PasswordForm } from '../../components/PasswordForm.tsx';

interface CancelDialogProps {
  readonly ticket: Ticket;
  readonly failure: string | undefined;
  readonly stage: IntentStage;
  readonly canGoBack: boolean;
  readonly onConfirm: (password: string) => void;
  readonly onBack: () => void;
}

/** Asks for the account password before a ticket is cancelled (section 2, My Tickets). */
export default function CancelDialog({ ticket, failure, stage, canGoBack, onConfirm, onBack }: CancelDialogProps) {
  const [username] = useSession((session) => session.context.user?.username ?? '');
  const refund = purchaseTotal(ticket.movieTicketPrice, ticket.seatNumbers.length);

  return (
    <Dialog title="Cancel Ticket" onOpenChange={onBack}>
      <PasswordForm
        username={username}
        action="Cancel Ticket"
        failure={failure}
        stage={stage}
        canGoBack={canGoBack}
        onConfirm={onConfirm}
        onBack={onBack}
      >
        <DialogFacts>
          <p>
            {ticket.movieTitle}, {ticket.showtimeDate}, {ticket.showtimeTime}
          </p>
          <ChosenSeats seatNumbers={ticket.seatNumbers} />
          <p>{formatRupiah(refund)} goes back to your balance.</p>
        </DialogFacts>
      </PasswordForm>
    </Dialog>
  );
}

import { formatRupiah } from '#domain/money.ts';
import type { IntentStage } from '#machines/intentStage.ts';
import { useSession } from '../../runtime/rootHooks.ts';
import { Dialog, DialogFacts } from '../../components/Dialog.tsx';
import { PasswordForm } from '../../components/PasswordForm.tsx';
import * as css from './wallet.css.ts';

interface WithdrawDialogProps {
  readonly amount: number;
  readonly balance: number;
  readonly failure: string | undefined;
  readonly stage: IntentStage;
  readonly canGoBack: boolean;
  readonly onConfirm: (password: string) => void;
  readonly onBack: () => void;
}

/** The amount to be paid out, confirmed with the account password (section 2, Withdraw). */
export default function WithdrawDialog({
  amount,
  balance,
  failure,
  stage,
  canGoBack,
  onConfirm,
  onBack,
}: WithdrawDialogProps) {
  const [username] = useSession((session) => session.context.user?.username ?? '');

  return (
    <Dialog title="Withdraw" onOpenChange={onBack}>
      <PasswordForm
        username={username}
        action="Confirm"
        failure={failure}
        stage={stage}
        canGoBack={canGoBack}
        onConfirm={onConfirm}
        onBack={onBack}
      >
        <DialogFacts>
          <dl className={css.facts}>
            <dt>Amount</dt>
            <dd>{formatRupiah(amount)}</dd>
            <dt>Balance</dt>
            <dd>{formatRupiah(balance)}</dd>
          </dl>
        </DialogFacts>
      </PasswordForm>
    </Dialog>
  );
}

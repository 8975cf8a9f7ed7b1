import { formatRupiah } from '#domain/money.ts';
import { isBusy, type IntentStage } from '#machines/intentStage.ts';
import { Alert } from '../../components/Alert.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogFacts } from '../../components/Dialog.tsx';
import { IntentNews } from '../../components/IntentNews.tsx';
import { row, stack } from '../../styles/layout.css.ts';
import * as css from './wallet.css.ts';

interface TopUpDialogProps {
  readonly amount: number;
  readonly balance: number;
  readonly failure: string | undefined;
  readonly stage: IntentStage;
  readonly canGoBack: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** The amount and the balance it leads to, to be confirmed. */
export default function TopUpDialog({
  amount,
  balance,
  failure,
  stage,
  canGoBack,
  onConfirm,
  onBack,
}: TopUpDialogProps) {
  return (
    <Dialog title="Top Up" onOpenChange={onBack}>
      <form
        className={stack}
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <DialogFacts>
          <dl className={css.facts}>
            <dt>Amount</dt>
            <dd>{formatRupiah(amount)}</dd>
            <dt>Balance afterwards</dt>
            <dd>{formatRupiah(balance + amount)}</dd>
          </dl>
        </DialogFacts>
        <IntentNews stage={stage} />
        {failure !== undefined && <Alert>{failure}</Alert>}
        <div className={row}>
          <Button inactive={!canGoBack} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" variant="primary" busy={isBusy(stage)} inactive={stage === 'waiting'}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

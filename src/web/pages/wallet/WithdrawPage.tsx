import { formatPreset, formatRupiah, parseAmount, WITHDRAW_MAXIMUM, WITHDRAW_PRESETS } from '#domain/money.ts';
import { selectFailure, selectStage } from '#machines/intentStage.ts';
import { findIntent, runningIntents } from '#machines/rootIntents.ts';
import { selectWithdrawAmount, withdrawMachine } from '#machines/withdrawMachine.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { useSession } from '../../runtime/rootHooks.ts';
import { usePage } from '../../runtime/usePage.ts';
import { Button } from '../../components/Button.tsx';
import { PersonalPage } from '../../components/PersonalPage.tsx';
import { RadioChips } from '../../components/RadioChips.tsx';
import { SectionHeader } from '../../components/SectionHeader.tsx';
import { submitForm } from '../../components/submitForm.ts';
import { TextField } from '../../components/TextField.tsx';
import { form } from '../../styles/layout.css.ts';
import { price } from '../../styles/text.css.ts';
import { WalletBalance } from './WalletBalance.tsx';
import * as css from './wallet.css.ts';

const WithdrawDialog = viewOnDemand(() => import('./WithdrawDialog.tsx'));

/** Choose a nominal or type an amount, then confirm in a dialog with the password (section 2, Withdraw). */
export default function WithdrawPage() {
  return (
    <>
      <SectionHeader title="Withdraw" />
      <PersonalPage>
        <Withdraw />
      </PersonalPage>
    </>
  );
}

function Withdraw() {
  const [snapshot, send] = usePage(withdrawMachine, ({ app }) => ({
    input: { intent: findIntent(runningIntents(app), 'withdrawal') },
  }));
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);
  const { amountText, failure } = snapshot.context;
  const amount = parseAmount(amountText);
  const isReviewing = snapshot.hasTag('reviewing');

  return (
    <>
      <WalletBalance />
      <form
        className={form}
        noValidate
        onSubmit={(event) => submitForm(event, () => send({ type: 'withdraw.review' }))}
      >
        <RadioChips
          legend="Amount"
          values={WITHDRAW_PRESETS}
          value={amount}
          label={formatPreset}
          onChange={(chosen) => send({ type: 'amount.choose', amount: chosen })}
        />
        <TextField
          label="Other amount"
          name="amount"
          type="number"
          inputMode="numeric"
          min={0}
          max={WITHDRAW_MAXIMUM}
          autoComplete="off"
          value={amountText}
          validated
          error={isReviewing ? undefined : failure}
          onText={(text) => send({ type: 'amount.type', text })}
        />
        <div className={css.summary}>
          <span className={price}>{formatRupiah(amount || 0)}</span>
          <Button type="submit" variant="primary" inactive={!snapshot.can({ type: 'withdraw.review' })}>
            Withdraw
          </Button>
        </div>
      </form>
      {isReviewing && (
        <WithdrawDialog
          amount={selectWithdrawAmount(snapshot)}
          balance={balance}
          failure={selectFailure(snapshot)}
          stage={selectStage(snapshot)}
          canGoBack={snapshot.can({ type: 'withdraw.back' })}
          onConfirm={(password) => send({ type: 'withdraw.confirm', password })}
          onBack={() => send({ type: 'withdraw.back' })}
        />
      )}
    </>
  );
}

/** What this page runs, for replays. @public */
export const machines = [withdrawMachine];

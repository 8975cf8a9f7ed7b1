import * as css from './wallet.css.ts';
import { formatPreset, formatRupiah, WITHDRAW_MAXIMUM, WITHDRAW_PRESETS } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { confirmDialogInput, confirmDialogMachine, selectAmount } from '#machines/confirmDialogMachine.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { useSession } from '../../runtime/rootHooks.ts';
import type { PageData } from '../../runtime/pageData.ts';
import { pageHook } from '../../runtime/pageHooks.ts';
import { Button } from '../../components/Button.tsx';
import { RadioChips } from '../../components/RadioChips.tsx';
import { submitForm } from '../../components/submitForm.ts';
import { TextField } from '../../components/TextField.tsx';
import { form } from '../../styles/layout.css.ts';
import { price } from '../../styles/text.css.ts';
import { WalletBalance } from './WalletBalance.tsx';

const ConfirmDialog = viewOnDemand(() => import('../../components/ConfirmDialog.tsx'));

const useConfirmDialog = pageHook(confirmDialogMachine);

/** The user chooses a preset or types an amount, then confirms with the password in a dialog (section 2, Withdraw). */
export default function WithdrawPage() {
  const [snapshot, send] = useConfirmDialog((confirm) => confirm);
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);
  const { amountText, failure } = snapshot.context;
  const amount = selectAmount(snapshot);
  const isOpen = snapshot.hasTag('open');

  return (
    <>
      <WalletBalance />
      <form className={form} noValidate onSubmit={(event) => submitForm(event, () => send({ type: 'dialog.open' }))}>
        <RadioChips
          legend="Amount"
          values={WITHDRAW_PRESETS}
          value={amount}
          label={formatPreset}
          onChange={(chosen) => send({ type: 'amount.change', text: String(chosen) })}
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
          error={isOpen ? undefined : failure}
          onText={(text) => send({ type: 'amount.change', text })}
          onPasteText={(text) => send({ type: 'amount.paste', text })}
        />
        <div className={css.summary}>
          <span className={price}>{formatRupiah(amount || 0)}</span>
          <Button type="submit" variant="primary" inactive={!snapshot.can({ type: 'dialog.open' })}>
            Withdraw
          </Button>
        </div>
      </form>
      {isOpen && (
        <ConfirmDialog title="Withdraw" action="Confirm" snapshot={snapshot} send={send}>
          <dl className={css.facts}>
            <dt>Amount</dt>
            <dd>{formatRupiah(amount)}</dd>
            <dt>Balance</dt>
            <dd>{formatRupiah(balance)}</dd>
          </dl>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Read by `src/web/app/pages.ts`. @public */
export const data: PageData<typeof confirmDialogMachine> = {
  machine: confirmDialogMachine,
  command: commandMachine,
  input: (_, system) =>
    confirmDialogInput(system, { kind: 'withdrawal', requiresPassword: true, exit: PATHS.home, amountText: '' }),
};

import * as css from './wallet.css.ts';
import { ruleSentence } from '#contract/refusalSentence.ts';
import { WITHDRAW_MAXIMUM, WITHDRAW_PRESETS } from '#domain/money.ts';
import { formatRupiah } from '#messages/money.ts';
import { PATHS } from '#domain/paths.ts';
import * as shared from '#messages/shared.ts';
import * as messages from '#messages/wallet.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { amountFormInput, amountFormMachine, selectAmount, selectShownAmount } from '#machines/amountFormMachine.ts';
import { commandDialogMachine } from '#machines/commandDialogMachine.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { useSession } from '../../actors/rootHooks.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageChildHook, pageHook } from '../../actors/pageHooks.ts';
import { Button } from '../../components/Button.tsx';
import { RadioChips } from '../../components/RadioChips.tsx';
import { submitForm } from '../../components/forms.ts';
import { TextField } from '../../components/TextField.tsx';
import { form } from '../../styles/layout.css.ts';
import { price } from '../../styles/text.css.ts';
import { WalletBalance } from './WalletBalance.tsx';

const ConfirmDialog = viewOnDemand(() => import('../../components/ConfirmDialog.tsx'));

const useAmountForm = pageHook(amountFormMachine);
const useDialog = pageChildHook(commandDialogMachine, 'dialog');

/** The user chooses a preset or types an amount, then confirms with the password in a dialog (section 2, Withdraw). */
export default function WithdrawPage() {
  const [snapshot, send] = useAmountForm((form) => form);
  const [dialog, sendDialog] = useDialog((shown) => shown);
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);
  const { amountText, brokenRule } = snapshot.context;
  const amount = selectAmount(snapshot);

  return (
    <>
      <WalletBalance />
      <form className={form} noValidate onSubmit={(event) => submitForm(event, () => send({ type: 'amount.review' }))}>
        <RadioChips
          legend={messages.amount}
          values={WITHDRAW_PRESETS}
          value={amount}
          label={messages.preset}
          inactive={!snapshot.can({ type: 'amount.change', text: '' })}
          onChange={(chosen) => send({ type: 'amount.change', text: String(chosen) })}
        />
        <TextField
          label={messages.otherAmount}
          name="amount"
          type="number"
          inputMode="numeric"
          min={0}
          max={WITHDRAW_MAXIMUM}
          autoComplete="off"
          value={amountText}
          validated
          error={ruleSentence(brokenRule)}
          readOnly={!snapshot.can({ type: 'amount.change', text: amountText })}
          onText={(text) => send({ type: 'amount.change', text })}
          onPasteText={(text) => send({ type: 'amount.paste', text })}
        />
        <div className={css.summary}>
          <span className={price}>{formatRupiah(selectShownAmount(snapshot))}</span>
          <Button type="submit" variant="primary" inactive={!snapshot.can({ type: 'amount.review' })}>
            {messages.withdraw}
          </Button>
        </div>
      </form>
      {dialog.hasTag('open') && (
        <ConfirmDialog
          title={messages.withdraw}
          action={messages.confirm}
          snapshot={dialog}
          send={sendDialog}
          onConfirm={(password) => send({ type: 'amount.confirm', password })}
        >
          <dl className={css.facts}>
            <dt>{messages.amount}</dt>
            <dd>{formatRupiah(amount)}</dd>
            <dt>{shared.balance}</dt>
            <dd>{formatRupiah(balance)}</dd>
          </dl>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data: PageData<typeof amountFormMachine> = {
  machine: amountFormMachine,
  command: commandMachine,
  input: (_, system) => amountFormInput(system, { kind: 'withdrawal', exit: PATHS.home, amountText: '' }),
};

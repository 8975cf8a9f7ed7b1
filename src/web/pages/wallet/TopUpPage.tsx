import * as css from './wallet.css.ts';
import { TOP_UP_PRESETS } from '#domain/money.ts';
import { formatRupiah } from '#messages/money.ts';
import { PATHS } from '#domain/paths.ts';
import * as pages from '#messages/pages.ts';
import * as messages from '#messages/wallet.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { amountFormInput, amountFormMachine, selectAmount } from '#machines/amountFormMachine.ts';
import { commandDialogMachine } from '#machines/commandDialogMachine.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { useSession } from '../../actors/rootHooks.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageChildHook, pageHook } from '../../actors/pageHooks.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { RadioChips } from '../../components/RadioChips.tsx';
import { form, textLinks } from '../../styles/layout.css.ts';
import { price } from '../../styles/text.css.ts';
import { readArrival } from './topUpArrival.ts';
import { WalletBalance } from './WalletBalance.tsx';

const ConfirmDialog = viewOnDemand(() => import('../../components/ConfirmDialog.tsx'));

const useAmountForm = pageHook(amountFormMachine);
const useDialog = pageChildHook(commandDialogMachine, 'dialog');

/** The user chooses a preset amount, then confirms in a dialog (section 2, Top Up). */
export default function TopUpPage() {
  const [snapshot, send] = useAmountForm((form) => form);
  const [dialog, sendDialog] = useDialog((shown) => shown);
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);
  const amount = selectAmount(snapshot);
  const { exit } = snapshot.context;

  return (
    <>
      <WalletBalance />
      {exit !== PATHS.home && (
        <div className={textLinks}>
          <ButtonLink variant="text" to={exit}>
            {messages.backToYourSeats}
          </ButtonLink>
        </div>
      )}
      <div className={form}>
        <RadioChips
          legend={messages.amount}
          values={TOP_UP_PRESETS}
          value={amount}
          label={messages.preset}
          inactive={!snapshot.can({ type: 'amount.change', text: '' })}
          onChange={(chosen) => send({ type: 'amount.change', text: String(chosen) })}
        />
        <div className={css.summary}>
          <span className={price}>{formatRupiah(amount)}</span>
          <Button
            variant="primary"
            inactive={!snapshot.can({ type: 'amount.review' })}
            onClick={() => send({ type: 'amount.review' })}
          >
            {pages.topUp}
          </Button>
        </div>
      </div>
      {dialog.hasTag('open') && (
        <ConfirmDialog
          title={pages.topUp}
          action={messages.confirm}
          snapshot={dialog}
          send={sendDialog}
          onConfirm={(password) => send({ type: 'amount.confirm', password })}
        >
          <dl className={css.facts}>
            <dt>{messages.amount}</dt>
            <dd>{formatRupiah(amount)}</dd>
            <dt>{messages.balanceAfterwards}</dt>
            <dd>{formatRupiah(balance + amount)}</dd>
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
  input: ({ state }, system) => amountFormInput(system, { kind: 'topUp', ...readArrival(state) }),
};

import { useLocation } from 'react-router-dom';
import { formatPreset, formatRupiah, TOP_UP_PRESETS } from '#domain/money.ts';
import { selectFailure, selectStage } from '#machines/intentStage.ts';
import { selectTopUpAmount, topUpMachine } from '#machines/topUpMachine.ts';
import { viewOnDemand } from '../../components/onDemand.tsx';
import { useSession } from '../../runtime/rootHooks.ts';
import { usePage } from '../../runtime/usePage.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { PersonalPage } from '../../components/PersonalPage.tsx';
import { RadioChips } from '../../components/RadioChips.tsx';
import { SectionHeader } from '../../components/SectionHeader.tsx';
import { form, textLinks } from '../../styles/layout.css.ts';
import { price } from '../../styles/text.css.ts';
import { topUpInput } from './topUpInput.ts';
import { WalletBalance } from './WalletBalance.tsx';
import * as css from './wallet.css.ts';

const TopUpDialog = viewOnDemand(() => import('./TopUpDialog.tsx'));

/** Choose a nominal, then confirm in a dialog (section 2, Top Up). */
export default function TopUpPage() {
  return (
    <>
      <SectionHeader title="Top Up" />
      <PersonalPage>
        <TopUp />
      </PersonalPage>
    </>
  );
}

function TopUp() {
  const { state }: { readonly state: unknown } = useLocation();
  const [snapshot, send] = usePage(topUpMachine, ({ app }) => ({ input: topUpInput(app, state) }));
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);
  const { amount, returnPath } = snapshot.context;

  return (
    <>
      <WalletBalance />
      {returnPath !== undefined && (
        <div className={textLinks}>
          <ButtonLink variant="text" to={returnPath}>
            Back to your seats
          </ButtonLink>
        </div>
      )}
      <div className={form}>
        <RadioChips
          legend="Amount"
          values={TOP_UP_PRESETS}
          value={amount}
          label={formatPreset}
          onChange={(chosen) => send({ type: 'amount.choose', amount: chosen })}
        />
        <div className={css.summary}>
          <span className={price}>{formatRupiah(amount ?? 0)}</span>
          <Button
            variant="primary"
            inactive={!snapshot.can({ type: 'topUp.review' })}
            onClick={() => send({ type: 'topUp.review' })}
          >
            Top Up
          </Button>
        </div>
      </div>
      {snapshot.hasTag('reviewing') && (
        <TopUpDialog
          amount={selectTopUpAmount(snapshot)}
          balance={balance}
          failure={selectFailure(snapshot)}
          stage={selectStage(snapshot)}
          canGoBack={snapshot.can({ type: 'topUp.back' })}
          onConfirm={() => send({ type: 'topUp.confirm' })}
          onBack={() => send({ type: 'topUp.back' })}
        />
      )}
    </>
  );
}

/** What this page runs, for replays. @public */
export const machines = [topUpMachine];

import { balanceLine } from '#messages/balance.ts';
import * as css from './transactions.css.ts';
import { failureSentence } from '#contract/failureSentence.ts';
import { PATHS } from '#domain/paths.ts';
import * as common from '#messages/common.ts';
import * as pages from '#messages/pages.ts';
import * as messages from '#messages/transactions.ts';
import { selectIsLong, transactionsInput, transactionsMachine } from '#machines/transactionsMachine.ts';
import { useSession } from '../../actors/rootHooks.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageHook } from '../../actors/pageHooks.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Alert, Notice } from '../../components/Notice.tsx';
import { textLinks } from '../../styles/layout.css.ts';
import { muted } from '../../styles/text.css.ts';
import { TransactionRow } from './TransactionRow.tsx';

const useTransactions = pageHook(transactionsMachine);

/** The user's transactions, newest first. */
export default function TransactionsPage() {
  const [snapshot, send] = useTransactions((transactions) => transactions);
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);
  const { transactions, failure } = snapshot.context;

  return (
    <>
      <div className={css.balance}>
        <p className={muted}>{balanceLine(balance)}</p>
        <div className={textLinks}>
          <ButtonLink variant="text" to={PATHS.myInfo}>
            {pages.myInfo}
          </ButtonLink>
        </div>
      </div>
      {snapshot.matches('failed') && (
        <Notice
          alert
          title={messages.notLoaded}
          message={failure && failureSentence(failure)}
          action={<Button onClick={() => send({ type: 'transactions.retry' })}>{common.retry}</Button>}
        />
      )}
      {snapshot.hasTag('loaded') && transactions.length === 0 && (
        <Notice
          title={messages.noTransactions}
          action={
            <ButtonLink variant="primary" to={PATHS.topUp}>
              {pages.topUp}
            </ButtonLink>
          }
        />
      )}
      {transactions.length > 0 && (
        <ol className={css.list} aria-label={messages.newestFirst}>
          {transactions.map((each) => (
            <TransactionRow key={each.id} transaction={each} />
          ))}
        </ol>
      )}
      {snapshot.matches('moreFailed') && failure !== undefined && <Alert>{failureSentence(failure)}</Alert>}
      {selectIsLong(snapshot) && (
        <div>
          <Button
            busy={snapshot.hasTag('busy')}
            inactive={!snapshot.can({ type: 'transactions.showMore' })}
            onClick={() => send({ type: 'transactions.showMore' })}
          >
            {snapshot.matches('complete')
              ? messages.noMore
              : snapshot.matches('moreFailed')
                ? common.retry
                : messages.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data: PageData<typeof transactionsMachine> = {
  machine: transactionsMachine,
  input: ({ search }) => transactionsInput(search),
};

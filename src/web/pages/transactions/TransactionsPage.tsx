import * as css from './transactions.css.ts';
import { formatRupiah } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { selectIsLong, transactionsMachine } from '#machines/transactionsMachine.ts';
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
        <p className={muted}>{`Balance ${formatRupiah(balance)}`}</p>
        <div className={textLinks}>
          <ButtonLink variant="text" to={PATHS.myInfo}>
            My Info
          </ButtonLink>
        </div>
      </div>
      {snapshot.matches('failed') && (
        <Notice
          alert
          title="Your transactions could not be loaded"
          message={failure}
          action={<Button onClick={() => send({ type: 'transactions.retry' })}>Retry</Button>}
        />
      )}
      {snapshot.hasTag('loaded') && transactions.length === 0 && (
        <Notice
          title="No transactions yet"
          action={
            <ButtonLink variant="primary" to={PATHS.topUp}>
              Top Up
            </ButtonLink>
          }
        />
      )}
      {transactions.length > 0 && (
        <ol className={css.list} aria-label="Transactions, newest first">
          {transactions.map((each) => (
            <TransactionRow key={each.id} transaction={each} />
          ))}
        </ol>
      )}
      {snapshot.matches('moreFailed') && <Alert>{failure}</Alert>}
      {selectIsLong(snapshot) && (
        <div>
          <Button
            busy={snapshot.hasTag('busy')}
            inactive={!snapshot.can({ type: 'transactions.showMore' })}
            onClick={() => send({ type: 'transactions.showMore' })}
          >
            {snapshot.matches('complete')
              ? 'No more transactions'
              : snapshot.matches('moreFailed')
                ? 'Retry'
                : 'Show more'}
          </Button>
        </div>
      )}
    </>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data: PageData<typeof transactionsMachine> = { machine: transactionsMachine, input: () => ({}) };

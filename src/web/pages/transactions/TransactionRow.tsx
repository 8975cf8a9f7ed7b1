import type { Transaction } from '#contract/transaction.ts';
import { formatTimestamp } from '#domain/calendar.ts';
import { formatSignedRupiah } from '#messages/money.ts';
import { shortDate } from '#messages/dates.ts';
import { balanceLine } from '#messages/balance.ts';
import { forShowtime, transactionWords } from '#messages/transactions.ts';
import { useZone } from '../../actors/rootHooks.ts';
import * as css from './transactions.css.ts';

/** One transaction: description, time, signed amount and the balance after it. */
export function TransactionRow({ transaction }: { readonly transaction: Transaction }) {
  const zone = useZone();
  const { amount, balanceAfter, at, ticket } = transaction;

  return (
    <li className={css.row}>
      <div className={css.what}>
        <p>{transactionWords(transaction)}</p>
        <p className={css.note}>
          <time dateTime={at}>{formatTimestamp(at, zone)}</time>
          {ticket !== undefined && (
            <span>{` · ${forShowtime(shortDate(ticket.showtimeDate), ticket.showtimeTime)}`}</span>
          )}
        </p>
      </div>
      <div className={css.money}>
        <p className={css.amount[amount > 0 ? 'in' : 'out']}>{formatSignedRupiah(amount)}</p>
        <p className={css.note}>{balanceLine(balanceAfter)}</p>
      </div>
    </li>
  );
}

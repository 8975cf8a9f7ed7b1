import type { Transaction } from '#contract/transaction.ts';
import { formatTimestamp } from '#domain/calendar.ts';
import { formatRupiah, formatSignedRupiah } from '#domain/money.ts';
import { transactionWords } from '#domain/transactions.ts';
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
          {ticket !== undefined && <span>{` · for ${ticket.showtimeDate}, ${ticket.showtimeTime}`}</span>}
        </p>
      </div>
      <div className={css.money}>
        <p className={css.amount[amount > 0 ? 'in' : 'out']}>{formatSignedRupiah(amount)}</p>
        <p className={css.note}>{`Balance ${formatRupiah(balanceAfter)}`}</p>
      </div>
    </li>
  );
}

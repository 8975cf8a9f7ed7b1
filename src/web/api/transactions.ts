import { transactionPageSchema, type TransactionPage } from '#contract/transaction.ts';
import type { Client } from './client.ts';

/** `GET user/transactions`: a page of the user's ledger, newest first, before an entry when one is given. Throws `unauthenticated`. */
export function listTransactions(client: Client, before: string | undefined): Promise<TransactionPage> {
  return client({
    method: 'get',
    path: 'user/transactions',
    answer: transactionPageSchema,
    ...(before === undefined ? { loading: true } : { query: { before } }),
  });
}

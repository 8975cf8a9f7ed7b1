import * as v from 'valibot';
import { instantSchema, pageLimitSchema, rupiahSchema } from './values.ts';

const USUAL_PAGE = 20;

/** One entry of the user's ledger: signed amount and balance after it, in rupiah, and the ticket it paid for or refunded, if any. */
export const transactionSchema = v.object({
  id: v.string(),
  kind: v.picklist(['top-up', 'withdrawal', 'purchase', 'refund']),
  amount: v.pipe(v.number(), v.safeInteger()),
  balanceAfter: rupiahSchema,
  at: instantSchema,
  ticket: v.optional(
    v.object({
      id: v.string(),
      movieTitle: v.string(),
      showtimeDate: v.string(),
      showtimeTime: v.string(),
      seatNumbers: v.array(v.number()),
    }),
  ),
});

export type Transaction = v.InferOutput<typeof transactionSchema>;

/** The response of `GET user/transactions`, newest first. `next` is the `before` of the next page; the last page has none. */
export const transactionPageSchema = v.object({
  transactions: v.array(transactionSchema),
  next: v.optional(v.string()),
});

export type TransactionPage = v.InferOutput<typeof transactionPageSchema>;

const beforeMessage = 'before must be the id of a transaction';

/** The query of `GET user/transactions`: at most `limit` entries, older than the entry `before`. */
export const transactionQuerySchema = v.object({
  before: v.optional(
    v.pipe(
      v.string(beforeMessage),
      v.regex(/^[1-9]\d{0,15}$/, beforeMessage),
      v.transform(Number),
      v.safeInteger(beforeMessage),
    ),
  ),
  limit: pageLimitSchema(USUAL_PAGE),
});

export type TransactionQuery = v.InferOutput<typeof transactionQuerySchema>;

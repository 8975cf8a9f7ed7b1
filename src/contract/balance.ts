import * as v from 'valibot';
import { isTopUpAmount, TOP_UP_MAXIMUM, withdrawProblem, formatRupiah } from '#domain/money.ts';
import { sentences } from '#domain/sentences.ts';
import { passwordSchema } from './password.ts';
import { rupiahSchema } from './rupiah.ts';

/** What the balance calls answer, in rupiah. */
export const balanceSchema = v.object({ balance: rupiahSchema });

export type Balance = v.InferOutput<typeof balanceSchema>;

const topUpSentence = `Top up amount must be a whole number from 1 to ${formatRupiah(TOP_UP_MAXIMUM)}`;

/** The body of `POST user/balance`, in rupiah. */
export const topUpSchema = v.object({
  amount: v.pipe(v.optional(v.number(topUpSentence), 0), v.check(isTopUpAmount, topUpSentence)),
});

/** The body of `PUT user/balance`, in rupiah (section 5). */
export const withdrawSchema = v.object({
  amount: v.pipe(
    v.optional(v.number(sentences.withdrawTooSmall), 0),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const message = withdrawProblem(dataset.value);
      if (message !== undefined) addIssue({ message });
    }),
  ),
  password: passwordSchema,
});

export type Withdraw = v.InferOutput<typeof withdrawSchema>;

import * as v from 'valibot';
import {
  formatRupiah,
  isTopUpAmount,
  readAmount,
  TOP_UP_MAXIMUM,
  withdrawProblem,
  withdrawSentences,
} from '#domain/money.ts';
import { passwordSchema } from './password.ts';

const topUpSentence = `Top up amount must be a whole number from 1 to ${formatRupiah(TOP_UP_MAXIMUM)}`;

/** The body of `POST user/balance`, in rupiah. */
export const topUpSchema = v.object({
  amount: v.pipe(sentAmount(topUpSentence), v.check(isTopUpAmount, topUpSentence)),
});

/** The body of `PUT user/balance`, in rupiah (section 5). */
export const withdrawSchema = v.object({
  amount: v.pipe(
    sentAmount(withdrawSentences.notPlain),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const message = withdrawProblem(dataset.value);
      if (message !== undefined) addIssue({ message });
    }),
  ),
  password: passwordSchema,
});

/** An amount as it is sent: a number, or the text of a typed field; a missing one is 0. Refused with the sentence when it is neither. */
// @__NO_SIDE_EFFECTS__
function sentAmount(sentence: string) {
  return v.pipe(
    v.optional(v.union([v.number(), v.string()], sentence), 0),
    v.description('Whole rupiah, as a number or as its text in plain digits'),
    v.transform(readAmount),
  );
}

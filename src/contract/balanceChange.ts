import * as v from 'valibot';
import { readAmount, TOP_UP_MAXIMUM, WITHDRAW_MAXIMUM } from '#domain/money.ts';
import type { Rule } from '#domain/rules.ts';
import { passwordSchema } from './password.ts';

const topUpRule = 'topUpInvalid' satisfies Rule;

/** The amount of a top-up, in rupiah. */
const topUpAmountSchema = v.pipe(
  v.number(topUpRule),
  v.safeInteger(topUpRule),
  v.minValue(1, topUpRule),
  v.maxValue(TOP_UP_MAXIMUM, topUpRule),
);

/** The amount of a withdrawal, in rupiah, for the form and the API call (section 5). */
export const withdrawAmountSchema = v.pipe(
  v.number('withdrawalNotPlain' satisfies Rule),
  v.gtValue(0, 'withdrawalTooSmall' satisfies Rule),
  v.maxValue(WITHDRAW_MAXIMUM, 'withdrawalTooLarge' satisfies Rule),
  v.safeInteger('withdrawalNotWhole' satisfies Rule),
);

/** The request body of `POST user/balance`, in rupiah. */
export const topUpSchema = v.object({ amount: v.pipe(sentAmount(topUpRule), topUpAmountSchema) });

/** The request body of `PUT user/balance`, in rupiah (section 5). */
export const withdrawSchema = v.object({
  amount: v.pipe(sentAmount('withdrawalNotPlain' satisfies Rule), withdrawAmountSchema),
  password: passwordSchema,
});

/** The amount in a request: a number, or the text of a form field; 0 when missing. Any other type breaks `broken`. */
// @__NO_SIDE_EFFECTS__
function sentAmount(broken: Rule) {
  return v.pipe(
    v.optional(v.union([v.number(), v.string()], broken), 0),
    v.description('Whole rupiah, as a number or as its text in plain digits'),
    v.transform(readAmount),
  );
}

import * as v from 'valibot';
import { formatRupiah, readAmount, TOP_UP_MAXIMUM, WITHDRAW_MAXIMUM, withdrawMessages } from '#domain/money.ts';
import { passwordSchema } from './password.ts';

const topUpMessage = `Top up amount must be a whole number from 1 to ${formatRupiah(TOP_UP_MAXIMUM)}`;

/** The amount of a top-up, in rupiah. */
const topUpAmountSchema = v.pipe(
  v.number(topUpMessage),
  v.safeInteger(topUpMessage),
  v.minValue(1, topUpMessage),
  v.maxValue(TOP_UP_MAXIMUM, topUpMessage),
);

/** The amount of a withdrawal, in rupiah, for the form and the API call (section 5). */
export const withdrawAmountSchema = v.pipe(
  v.number(withdrawMessages.notPlain),
  v.gtValue(0, withdrawMessages.tooSmall),
  v.maxValue(WITHDRAW_MAXIMUM, withdrawMessages.tooLarge),
  v.safeInteger(withdrawMessages.notWhole),
);

/** The request body of `POST user/balance`, in rupiah. */
export const topUpSchema = v.object({ amount: v.pipe(sentAmount(topUpMessage), topUpAmountSchema) });

/** The request body of `PUT user/balance`, in rupiah (section 5). */
export const withdrawSchema = v.object({
  amount: v.pipe(sentAmount(withdrawMessages.notPlain), withdrawAmountSchema),
  password: passwordSchema,
});

/** The amount in a request: a number, or the text of a form field; 0 when missing. Any other type is refused with `message`. */
// @__NO_SIDE_EFFECTS__
function sentAmount(message: string) {
  return v.pipe(
    v.optional(v.union([v.number(), v.string()], message), 0),
    v.description('Whole rupiah, as a number or as its text in plain digits'),
    v.transform(readAmount),
  );
}

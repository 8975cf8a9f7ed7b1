import * as v from 'valibot';
import { rupiahSchema } from './rupiah.ts';

/** The answer of the balance calls, in rupiah. */
export const balanceSchema = v.object({ balance: rupiahSchema });

export type Balance = v.InferOutput<typeof balanceSchema>;

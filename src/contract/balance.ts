import * as v from 'valibot';
import { rupiahSchema } from './rupiah.ts';

/** What the balance calls answer, in rupiah. */
export const balanceSchema = v.object({ balance: rupiahSchema });

export type Balance = v.InferOutput<typeof balanceSchema>;

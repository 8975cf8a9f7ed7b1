import * as v from 'valibot';
import { rupiahSchema } from './rupiah.ts';

/** The response of the balance calls, in rupiah. */
export const balanceSchema = v.object({ balance: rupiahSchema });

export type Balance = v.InferOutput<typeof balanceSchema>;

import { balanceSchema, type Balance, type Withdraw } from '#contract/balance.ts';
import type { Client } from './client.ts';

/** `POST user/balance`: adds an amount in rupiah; gives the new balance. The same idempotency key never adds twice (section 7). */
export function topUp(client: Client, amount: number, idempotencyKey: string): Promise<Balance> {
  return client({ method: 'post', path: 'user/balance', answer: balanceSchema, body: { amount }, idempotencyKey });
}

/**
 * `PUT user/balance`: takes an amount in rupiah; gives the new balance. The same idempotency key never takes twice.
 * Throws `wrong_password`, `not_enough_balance`, `invalid_request` (section 7).
 */
export function withdraw(client: Client, body: Withdraw, idempotencyKey: string): Promise<Balance> {
  return client({ method: 'put', path: 'user/balance', answer: balanceSchema, body, idempotencyKey });
}

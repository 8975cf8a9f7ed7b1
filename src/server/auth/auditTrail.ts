import type { FastifyBaseLogger } from 'fastify';
import { calls, type Call } from '#contract/calls.ts';

/** The account events that the server logs. */
export type AccountEvent =
  | 'signed_up'
  | 'signed_in'
  | 'signed_out'
  | 'signed_out_elsewhere'
  | 'password_refused'
  | 'password_changed'
  | 'withdrew';

/** The logged calls of signed-in users. Purchases, cancellations and top-ups are missing, because the ledger records them. */
const EVENT_BY_CALL: ReadonlyMap<Call, AccountEvent> = new Map<Call, AccountEvent>([
  [calls.signOut, 'signed_out'],
  [calls.signOutOthers, 'signed_out_elsewhere'],
  [calls.changePassword, 'password_changed'],
  [calls.withdraw, 'withdrew'],
]);

/** The event to log after a successful call; undefined when the call is not logged. */
export function accountEventOf(call: Call): AccountEvent | undefined {
  return EVENT_BY_CALL.get(call);
}

/**
 * Logs an event with the id of its account, even if the log level is above info, unless it is `silent`. The line never contains
 * a name, an address, a password or a token (reliability 59). The account is `none` when no user has the name.
 */
export function writeAccountEvent(log: FastifyBaseLogger, event: AccountEvent, account: string | undefined): void {
  if (log.level === 'silent') return;
  log.child({ audit: event, account: account ?? 'none' }, { level: 'info' }).info('account');
}

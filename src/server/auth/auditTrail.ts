import type { FastifyBaseLogger } from 'fastify';
import { calls, type Call } from '#contract/calls.ts';

/** The events of an account that are written to the log. */
export type AccountEvent =
  | 'signed_up'
  | 'signed_in'
  | 'signed_out'
  | 'signed_out_elsewhere'
  | 'password_refused'
  | 'password_changed'
  | 'withdrew';

/** The calls of somebody signed in that are logged: purchases, cancellations and top-ups stand in the ledger instead. */
const EVENT_BY_CALL: ReadonlyMap<Call, AccountEvent> = new Map<Call, AccountEvent>([
  [calls.signOut, 'signed_out'],
  [calls.signOutOthers, 'signed_out_elsewhere'],
  [calls.changePassword, 'password_changed'],
  [calls.withdraw, 'withdrew'],
]);

/** The event to log for a call that succeeded; undefined when the call is not logged. */
export function accountEventOf(call: Call): AccountEvent | undefined {
  return EVENT_BY_CALL.get(call);
}

/**
 * Writes a line with an event and the id of its account, also where the log's level is above info, unless it is silent; never
 * a name, an address, a password or a token (reliability 59). The account is `none` where the user name is unknown.
 */
export function writeAccountEvent(log: FastifyBaseLogger, event: AccountEvent, account: string | undefined): void {
  if (log.level === 'silent') return;
  log.child({ audit: event, account: account ?? 'none' }, { level: 'info' }).info('account');
}

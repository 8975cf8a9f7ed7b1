import type { FastifyBaseLogger } from 'fastify';
import { calls, type Call } from '#contract/calls.ts';

/** The events of an account that are written down. */
export type AccountEvent =
  | 'signed_up'
  | 'signed_in'
  | 'signed_out'
  | 'signed_out_elsewhere'
  | 'password_refused'
  | 'password_changed'
  | 'withdrew';

/** The events of the calls that are made by somebody signed in. */
const EVENTS: ReadonlyMap<Call, AccountEvent> = new Map<Call, AccountEvent>([
  [calls.signOut, 'signed_out'],
  [calls.signOutOthers, 'signed_out_elsewhere'],
  [calls.changePassword, 'password_changed'],
  [calls.withdraw, 'withdrew'],
]);

/** The event that a call of somebody signed in is, once it is carried out; undefined when it is none. */
export function accountEventOf(call: Call): AccountEvent | undefined {
  return EVENTS.get(call);
}

/**
 * Writes a line with an event and the id of its account, whatever the log's level, unless it is silent; never a name, an
 * address, a password or a token (reliability 59). Without an account it says `none`.
 */
export function writeAccountEvent(log: FastifyBaseLogger, event: AccountEvent, account: string | undefined): void {
  if (log.level === 'silent') return;
  log.child({ audit: event, account: account ?? 'none' }, { level: 'info' }).info('account');
}

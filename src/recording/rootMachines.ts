import type { AnyStateMachine } from 'xstate';
import { appMachine } from '#machines/appMachine.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import { changePasswordMachine } from '#machines/changePasswordMachine.ts';
import { intentsMachine } from '#machines/intentsMachine.ts';
import { seatViewMachine } from '#machines/seatViewMachine.ts';
import { signOutOthersMachine } from '#machines/signOutOthersMachine.ts';
import { ticketMachine } from '#machines/ticketMachine.ts';
import { topUpMachine } from '#machines/topUpMachine.ts';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import { withdrawMachine } from '#machines/withdrawMachine.ts';

const MACHINES: readonly AnyStateMachine[] = [
  appMachine,
  bookingMachine,
  cancelTicketMachine,
  changePasswordMachine,
  intentsMachine,
  seatViewMachine,
  signOutOthersMachine,
  ticketMachine,
  topUpMachine,
  transactionsMachine,
  withdrawMachine,
];

/** The product's own, unbound; not for a browser, where they would be split off their pages. */
export function rootMachine(id: string): AnyStateMachine | undefined {
  return MACHINES.find((machine) => machine.id === id);
}

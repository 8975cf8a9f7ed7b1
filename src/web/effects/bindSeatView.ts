import { seatViewMachine, type SeatView } from '#machines/seatViewMachine.ts';
import type { Dependencies } from './dependencies.ts';

/** The view of the seats bound to its storage. */
export function bindSeatView({ seatView }: Dependencies) {
  return seatViewMachine.provide({ actions: { rememberView: (_, { view }) => seatView.write(view) } });
}

/** The view that was chosen last on this device. */
export function readSeatView({ seatView }: Dependencies): SeatView | undefined {
  const text = seatView.read();
  return text === 'map' || text === 'list' ? text : undefined;
}

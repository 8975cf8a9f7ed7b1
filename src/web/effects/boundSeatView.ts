import { seatViewMachine, type SeatView } from '#machines/seatViewMachine.ts';
import type { Dependencies } from './dependencies.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** The view of the seats bound to its storage. */
export const boundSeatView = seatViewMachine.provide({
  actions: { rememberView: ({ system }, { view }) => dependenciesOf(system).seatView.write(view) },
});

/** The view that was chosen last on this device. */
export function readSeatView({ seatView }: Dependencies): SeatView | undefined {
  const text = seatView.read();
  return text === 'map' || text === 'list' ? text : undefined;
}

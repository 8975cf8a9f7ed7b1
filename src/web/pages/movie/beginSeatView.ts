import type { seatViewMachine } from '#machines/seatViewMachine.ts';
import type { Begin } from '../../runtime/usePage.ts';

/** With what the seats are shown: the server renders the map, so who chose the list last gets it after. */
export const beginSeatView: Begin<typeof seatViewMachine> = ({ arrival, environment }) => {
  const saved = environment.storage.seatView.read();
  const remembered = saved === 'map' || saved === 'list' ? saved : undefined;
  if (arrival() === undefined) return { input: { remembered } };
  return { input: { remembered: undefined }, events: remembered === 'list' ? [{ type: 'seatView.toggle' }] : [] };
};

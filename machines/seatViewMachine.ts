import { fromCallback, setup, type EventObject } from 'xstate';
import { environmentOf } from './environment.ts';

export type SeatView = 'map' | 'list';

export type SeatViewEvent = { type: 'seatView.toggle' | 'seatView.stored' };

export const seatViewMachine = setup({
  types: {} as { events: SeatViewEvent },
  actors: {
    readStoredView: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      if (environmentOf(system).storage.seatView.read() === 'list') sendBack({ type: 'seatView.stored' });
    }),
  },
  actions: {
    storeView: ({ system }, { view }: { view: SeatView }) => environmentOf(system).storage.seatView.write(view),
  },
}).createMachine({
  id: 'seatView',
  initial: 'map',
  invoke: { id: 'readStoredView', src: 'readStoredView' },
  on: {
    'seatView.stored': '.list',
  },
  states: {
    map: {
      description: 'Shows the hall as a grid with one tab stop. The server always renders this view.',
      on: { 'seatView.toggle': { target: 'list', actions: { type: 'storeView', params: { view: 'list' } } } },
    },
    list: {
      description: 'Shows the seats row by row as checkboxes, for screen readers and large print.',
      on: { 'seatView.toggle': { target: 'map', actions: { type: 'storeView', params: { view: 'map' } } } },
    },
  },
});

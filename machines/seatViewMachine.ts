import { fromCallback, setup, type EventObject } from 'xstate';
import { environmentOf } from './environment.ts';

export type SeatView = 'map' | 'list';

export type SeatViewEvent = { type: 'seatView.toggle' } | { type: 'seatView.stored'; view: SeatView };

export const seatViewMachine = setup({
  types: {} as { events: SeatViewEvent },
  actors: {
    readStoredView: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const view = environmentOf(system).storage.seatView.read();
      if (view === 'map' || view === 'list') sendBack({ type: 'seatView.stored', view });
    }),
  },
  guards: { isList: (_, params: { view: SeatView }) => params.view === 'list' },
  actions: {
    storeView: ({ system }, { view }: { view: SeatView }) => environmentOf(system).storage.seatView.write(view),
  },
}).createMachine({
  id: 'seatView',
  initial: 'map',
  invoke: { id: 'readStoredView', src: 'readStoredView' },
  on: {
    'seatView.stored': { guard: { type: 'isList', params: ({ event }) => event }, target: '.list' },
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

import { assign, setup } from 'xstate';
import { environmentOf } from './environment.ts';

export type SeatView = 'map' | 'list';

type Context = { remembered: SeatView | undefined };

export type SeatViewEvent = { type: 'seatView.toggle' };

export const seatViewMachine = setup({
  types: {} as { context: Context; events: SeatViewEvent; input: Context },
  guards: {
    isListRemembered: ({ context }) => context.remembered === 'list',
  },
  actions: {
    forgetRemembered: assign({ remembered: undefined }),
    rememberView: ({ system }, { view }: { view: SeatView }) => environmentOf(system).storage.seatView.write(view),
  },
}).createMachine({
  id: 'seatView',
  context: ({ input }) => input,
  initial: 'map',
  states: {
    map: {
      description: 'The hall as it is built: a grid with one tab stop. Who chose the list last time gets it at once.',
      always: { guard: 'isListRemembered', target: 'list', actions: 'forgetRemembered' },
      on: {
        'seatView.toggle': { target: 'list', actions: { type: 'rememberView', params: { view: 'list' } } },
      },
    },
    list: {
      description: 'The same seats row by row as checkboxes, which reads and enlarges well.',
      on: {
        'seatView.toggle': { target: 'map', actions: { type: 'rememberView', params: { view: 'map' } } },
      },
    },
  },
});

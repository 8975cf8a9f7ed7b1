import { assign, setup } from 'xstate';

export const kettle = setup({
  types: {} as {
    context: { litres: number };
    events: { type: 'fill'; litres: number } | { type: 'start' } | { type: 'stop' };
  },
  actions: { fill: assign({ litres: (_, { litres }: { litres: number }) => litres }) },
  guards: { hasWater: ({ context }) => context.litres > 0 },
  delays: { boiling: 3000 },
}).createMachine({
  id: 'kettle',
  context: { litres: 0 },
  on: { fill: { actions: { type: 'fill', params: ({ event }) => event } } },
  initial: 'cold',
  states: {
    cold: { on: { start: { guard: 'hasWater', target: 'heating' } } },
    heating: { after: { boiling: 'hot' }, on: { stop: 'cold' } },
    hot: { on: { stop: 'cold' } },
  },
});

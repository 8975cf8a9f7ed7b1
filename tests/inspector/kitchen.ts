import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';

/** Two machines that are no cinema's: a kettle that boils water, and the kitchen that counts the cups of tea. */
export const kettleMachine = setup({
  types: {} as {
    context: { litres: number; celsius: number; owner: string };
    events: { type: 'water.fill'; litres: number } | { type: 'kettle.start' } | { type: 'kettle.stop' };
    emitted: { type: 'tea.served'; cups: number };
    input: { owner: string };
  },
  actors: { measure: fromPromise<number, { owner: string; litres: number }>(() => Promise.resolve(20)) },
  actions: {
    fill: assign((_, { litres }: { litres: number }) => ({ litres })),
    storeCelsius: assign((_, { celsius }: { celsius: number }) => ({ celsius })),
    serve: emit((_, { cups }: { cups: number }) => ({ type: 'tea.served' as const, cups })),
    ring: () => undefined,
  },
  guards: { hasWater: ({ context }) => context.litres > 0 },
  delays: { boiling: 3000 },
}).createMachine({
  id: 'kettle',
  context: ({ input }) => ({ litres: 0, celsius: 0, owner: input.owner }),
  initial: 'measuring',
  on: { 'water.fill': { actions: { type: 'fill', params: ({ event }) => event } } },
  states: {
    measuring: {
      invoke: {
        id: 'measure',
        src: 'measure',
        input: ({ context: { owner, litres } }) => ({ owner, litres }),
        onDone: {
          target: 'cold',
          actions: { type: 'storeCelsius', params: ({ event }) => ({ celsius: event.output }) },
        },
        onError: 'broken',
      },
    },
    cold: { on: { 'kettle.start': { guard: 'hasWater', target: 'heating' } } },
    heating: { after: { boiling: 'hot' }, on: { 'kettle.stop': 'cold' } },
    hot: { entry: ['ring', { type: 'serve', params: ({ context }) => ({ cups: context.litres * 4 }) }] },
    broken: {},
  },
});

export const kitchenMachine = setup({
  types: {} as { context: { cups: number }; events: { type: 'tea.served'; cups: number } },
  actions: { count: assign(({ context }, { cups }: { cups: number }) => ({ cups: context.cups + cups })) },
}).createMachine({
  id: 'kitchen',
  context: { cups: 0 },
  on: { 'tea.served': { actions: { type: 'count', params: ({ event }) => event } } },
});

/** One of whose transitions each is of another kind. */
export const counterMachine = setup({
  types: {} as { context: { count: number }; events: { type: 'count' | 'close' | 'reset' | 'set' } },
  actors: { watch: fromCallback(() => undefined) },
  guards: {
    isHigh: ({ context }) => context.count > 5,
    isRight: (_, params: { to: unknown }) => params.to === 1,
  },
  actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
  delays: { timeout: 60_000 },
}).createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'open',
  states: {
    open: {
      invoke: { id: 'watch', src: 'watch' },
      on: {
        count: { actions: 'add' },
        close: 'closed',
        reset: { guard: 'isHigh', target: 'closed' },
        set: { guard: { type: 'isRight', params: ({ event }) => ({ to: event.type }) }, target: 'closed' },
      },
      after: { timeout: 'closed' },
    },
    closed: {},
  },
});

import { Actor, assign, emit, fromCallback, fromPromise, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';

/** Two machines unrelated to the product: a kettle that boils water, and a kitchen that counts the cups of tea. */
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

/** A machine with one transition of each kind. */
export const counterMachine = setup({
  types: {} as {
    context: { count: number };
    events: { type: 'count' | 'close' | 'reset' } | { type: 'set'; to: number };
  },
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
        set: { guard: { type: 'isRight', params: ({ event }) => ({ to: event.to }) }, target: 'closed' },
      },
      after: { timeout: 'closed' },
    },
    closed: {},
  },
});

type Waiter = ActorRef<Snapshot<unknown>, { type: 'tea.served'; cups: number }>;

/** A machine with regions, a list and an end. It sends an event to the actor in its input when it bakes, and one of its events makes it fail. */
export const ovenMachine = setup({
  types: {} as {
    context: { trays: readonly string[]; note: string | undefined; waiter: Waiter | undefined };
    events:
      | { type: 'tray.add'; name: string }
      | { type: 'heat.up' | 'bake' | 'note.remove' | 'fuse.blow' | 'throw.out' };
    input: { waiter?: Waiter; note?: string };
  },
  actions: {
    addTray: assign(({ context }, { name }: { name: string }) => ({ trays: [...context.trays, name] })),
    removeNote: assign({ note: undefined }),
    serve: sendTo(({ context: { waiter } }) => waiter ?? 'nobody', { type: 'tea.served', cups: 1 }),
    blowFuse: assign(() => {
      throw new Error('the fuse is gone');
    }),
    light: () => undefined,
  },
  // In a replay, a placeholder replaces the actor.
  guards: { hasWaiter: ({ context: { waiter } }) => waiter instanceof Actor },
}).createMachine({
  id: 'oven',
  context: ({ input }) => ({ trays: [], note: input.note, waiter: input.waiter }),
  initial: 'used',
  states: {
    used: {
      type: 'parallel',
      on: {
        'tray.add': { actions: { type: 'addTray', params: ({ event }) => event } },
        'note.remove': { actions: 'removeNote' },
        'fuse.blow': { actions: 'blowFuse' },
        bake: { guard: 'hasWaiter', actions: 'serve' },
        'throw.out': 'thrownOut',
      },
      states: {
        door: { initial: 'closed', states: { closed: {} } },
        heat: {
          initial: 'off',
          states: { off: { on: { 'heat.up': 'on' } }, on: { initial: 'high', states: { high: { entry: 'light' } } } },
        },
      },
    },
    thrownOut: { type: 'final' },
  },
});

/** A machine that runs an oven and heats it. */
export const bakeryMachine = setup({
  actors: { oven: ovenMachine },
  actions: { heat: sendTo('oven', { type: 'heat.up' }) },
}).createMachine({
  id: 'bakery',
  invoke: { id: 'oven', src: 'oven', input: {} },
  entry: 'heat',
});

/** A machine whose effect fails with its input text, which then appears wherever a machine can hold a text. */
export const vaultMachine = setup({
  types: {} as {
    context: { owner: string; error: unknown };
    input: { owner: string };
    emitted: { type: 'opened'; by: string };
  },
  actors: { open: fromPromise<string, { owner: string }>(({ input }) => Promise.reject(new Error(input.owner))) },
  actions: { note: (_, _params: { by: readonly string[] }) => undefined },
}).createMachine({
  id: 'vault',
  context: ({ input }) => ({ owner: input.owner, error: undefined }),
  invoke: {
    id: 'open',
    src: 'open',
    input: ({ context: { owner } }) => ({ owner }),
    onError: {
      actions: [
        assign({ error: ({ event }) => event.error }),
        { type: 'note', params: ({ context: { owner } }) => ({ by: [owner] }) },
        emit(({ context: { owner } }) => ({ type: 'opened', by: owner })),
      ],
    },
  },
  on: { '*': {} },
});

/** A machine that stores whatever it receives. */
export const shelfMachine = setup({
  types: {} as { context: { thing: unknown; count: number; big: bigint }; events: { type: 'put'; thing: unknown } },
}).createMachine({
  id: 'shelf',
  context: { thing: undefined, count: 0, big: 10n },
  on: { put: { actions: assign(({ context, event }) => ({ thing: event.thing, count: context.count + 1 })) } },
});

import { assign, fromCallback, setup, type EventObject, type SnapshotFrom } from 'xstate';
import { environmentOf } from './environment.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** When a hold ends, in epoch milliseconds of the server's time. */
interface Input {
  readonly expiresAt: number;
}

interface Context extends Input {
  /** The server's time in epoch milliseconds; undefined until the first tick. */
  now: number | undefined;
  /** The remaining minutes that screen readers announced last. */
  minutesAnnounced: number;
}

type Tick = { readonly now: number };

export const countdownMachine = setup({
  types: {} as { context: Context; events: { type: 'clock.ticked' } & Tick; input: Input },
  actors: {
    watchSeconds: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const { clock } = environmentOf(system);
      const tick = () => sendBack({ type: 'clock.ticked', now: clock.now() });
      tick();
      return clock.every(SECOND, tick);
    }),
  },
  guards: {
    isOver: ({ context }, { now }: Tick) => now >= context.expiresAt,
    isAnnouncement: ({ context: { expiresAt, now: before, minutesAnnounced } }, { now }: Tick) =>
      before === undefined || (minutesAnnounced > 1 && expiresAt - now <= MINUTE),
  },
  actions: {
    setClock: assign((_, { now }: Tick) => ({ now })),
    announceMinutes: assign(({ context }, { now }: Tick) => ({
      minutesAnnounced: Math.max(1, Math.ceil((context.expiresAt - now) / MINUTE)),
    })),
  },
}).createMachine({
  id: 'countdown',
  context: ({ input: { expiresAt } }) => ({ expiresAt, now: undefined, minutesAnnounced: 0 }),
  invoke: { id: 'watchSeconds', src: 'watchSeconds' },
  initial: 'running',
  states: {
    running: {
      description:
        'Counts down by the server’s time. A tick every second, so that the hold ends on time after the computer slept. Screen readers hear the minutes at the start and at the last minute.',
      on: {
        'clock.ticked': [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'over',
            actions: { type: 'setClock', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnnouncement', params: ({ event }) => event },
            actions: [
              { type: 'setClock', params: ({ event }) => event },
              { type: 'announceMinutes', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'setClock', params: ({ event }) => event } },
        ],
      },
    },
    over: { description: 'The time is over. The parent decides what ends.', type: 'final' },
  },
});

/** The time left of a hold, as pages show it. */
export interface TimeLeft {
  readonly secondsLeft: number;
  readonly minutesAnnounced: number;
}

/** The time left, in whole seconds; undefined before the first tick. */
export function selectTimeLeft({ context }: SnapshotFrom<typeof countdownMachine>): TimeLeft | undefined {
  const { expiresAt, now, minutesAnnounced } = context;
  return now === undefined
    ? undefined
    : { secondsLeft: Math.max(0, Math.ceil((expiresAt - now) / SECOND)), minutesAnnounced };
}

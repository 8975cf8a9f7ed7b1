import { assign, fromCallback, fromPromise, raise, setup, type EventObject, type SnapshotFrom } from 'xstate';
import type { InspectedStep } from './stepLog.ts';

/** A file of the visitor's device, as far as it is read. */
export interface RecordingFile {
  readonly text: () => Promise<string>;
}

/** The product as the panel sees it, and the actions on it. */
export interface PanelEnvironment {
  /** Notifies of steps soon after they were taken; gives the function that ends it. */
  readonly subscribe: (listener: (steps: readonly InspectedStep[], isRecordingFull: boolean) => void) => () => void;
  readonly sendEvent: (actorId: number, event: EventObject) => void;
  readonly saveRecording: () => void;
  /** Gives the steps of the visit that the file holds; rejects with a sentence when it holds none. */
  readonly replay: (file: RecordingFile) => Promise<readonly InspectedStep[]>;
}

interface Context {
  readonly environment: PanelEnvironment;
  readonly live: readonly InspectedStep[];
  /** The steps of the recording that is replayed. */
  readonly replayed: readonly InspectedStep[];
  readonly chosenId: number | undefined;
  readonly lookedAt: InspectedStep | undefined;
  /** Why a file cannot be replayed. */
  readonly fileError: string;
}

type Simple<Type extends string> = { readonly type: Type };

export type InspectorEvent =
  | { readonly type: 'steps.recorded'; readonly steps: readonly InspectedStep[] }
  | { readonly type: 'actor.choose'; readonly actorId: number }
  | { readonly type: 'step.look'; readonly step: InspectedStep }
  | { readonly type: 'replay.seek'; readonly position: number }
  | { readonly type: 'event.send'; readonly eventType: string; readonly data: string }
  | { readonly type: 'recording.open'; readonly file: RecordingFile }
  | { readonly type: 'replay.opened'; readonly steps: readonly InspectedStep[] }
  | Simple<'recording.filled' | 'recording.save' | 'replay.play' | 'replay.pause' | 'replay.forward' | 'replay.back'>
  | Simple<'replay.leave' | 'time.return' | 'panel.minimise' | 'panel.open' | 'log.showAll' | 'log.showChosen'>;

/** How many steps are retained: the oldest is forgotten first. */
export const MAX_STEPS = 500;
/** The longest that a replay waits for the next step, in milliseconds: a visitor who reads is not waited for. */
const MAX_WAIT = 2000;
const MIN_WAIT = 16;

export const inspectorMachine = setup({
  types: {} as { context: Context; events: InspectorEvent; input: PanelEnvironment },
  actors: {
    watchProduct: fromCallback<InspectorEvent, PanelEnvironment>(({ input, sendBack }) =>
      input.subscribe((steps, isRecordingFull) => {
        sendBack({ type: 'steps.recorded', steps });
        if (isRecordingFull) sendBack({ type: 'recording.filled' });
      }),
    ),
    replayFile: fromPromise<
      readonly InspectedStep[],
      { environment: PanelEnvironment; file: RecordingFile | undefined }
    >(async ({ input: { environment, file } }) => {
      if (file === undefined) throw new Error('No file was chosen');
      return environment.replay(file);
    }),
  },
  guards: {
    isEventData: (_, { data }: { data: string }) => parseData(data) !== undefined,
    isAtEnd: ({ context }) => positionIn(context) >= context.replayed.length - 1,
  },
  actions: {
    addSteps: assign(({ context }, { steps }: { steps: readonly InspectedStep[] }) => ({
      live: [...context.live, ...steps].slice(-MAX_STEPS),
      chosenId: context.chosenId ?? steps.at(-1)?.running[0]?.id,
    })),
    choose: assign((_, { actorId }: { actorId: number }) => ({ chosenId: actorId })),
    lookAt: assign((_, { step }: { step: InspectedStep }) => ({ lookedAt: step, chosenId: step.actorId })),
    lookAway: assign({ lookedAt: undefined }),
    /** A replay shows another step; the actor that is looked at stays chosen. */
    goTo: assign(({ context }, { position }: { position: number }) => ({
      lookedAt: context.replayed[Math.max(0, Math.min(position, context.replayed.length - 1))],
    })),
    goBack: assign(({ context }) => ({ lookedAt: context.replayed[positionIn(context) - 1] ?? context.lookedAt })),
    goOn: assign(({ context }) => ({ lookedAt: context.replayed[positionIn(context) + 1] ?? context.lookedAt })),
    showReplay: assign((_, { steps }: { steps: readonly InspectedStep[] }) => ({
      replayed: steps,
      lookedAt: steps[0],
      chosenId: steps[0]?.actorId,
    })),
    leaveReplay: assign(({ context }) => ({ replayed: [], chosenId: context.live.at(-1)?.running[0]?.id })),
    showError: assign((_, { error }: { error: unknown }) => ({
      fileError: error instanceof Error ? error.message : 'The file cannot be read',
    })),
    saveRecording: ({ context }) => context.environment.saveRecording(),
    sendEvent: ({ context }, { eventType, data }: { eventType: string; data: string }) => {
      const { chosenId, environment } = context;
      if (chosenId !== undefined) environment.sendEvent(chosenId, { ...parseData(data), type: eventType });
    },
  },
  delays: {
    gap: ({ context }) => {
      const position = positionIn(context);
      const [now, next] = [context.replayed[position], context.replayed[position + 1]];
      return Math.min(Math.max((next?.at ?? 0) - (now?.at ?? 0), MIN_WAIT), MAX_WAIT);
    },
  },
}).createMachine({
  id: 'inspector',
  type: 'parallel',
  context: ({ input }) => ({
    environment: input,
    live: [],
    replayed: [],
    chosenId: undefined,
    lookedAt: undefined,
    fileError: '',
  }),
  invoke: { id: 'watchProduct', src: 'watchProduct', input: ({ context }) => context.environment },
  on: {
    'steps.recorded': { actions: { type: 'addSteps', params: ({ event }) => event } },
    'actor.choose': { actions: { type: 'choose', params: ({ event }) => event } },
  },
  states: {
    panel: {
      description: 'The panel stands beside the product and never in its way.',
      initial: 'open',
      states: {
        open: { description: 'The page makes room for the panel.', on: { 'panel.minimise': 'minimised' } },
        minimised: { description: 'A button is left; recording goes on.', on: { 'panel.open': 'open' } },
      },
    },
    time: {
      description: 'Which step is shown. Looking back is for looking: the product goes on.',
      initial: 'now',
      on: {
        'replay.opened': { target: '.replay', actions: { type: 'showReplay', params: ({ event }) => event } },
      },
      states: {
        now: {
          description: 'Every actor is shown as it stands.',
          entry: 'lookAway',
          on: { 'step.look': { target: 'past', actions: { type: 'lookAt', params: ({ event }) => event } } },
        },
        past: {
          description: 'Every actor is shown as it stood right after the step looked at.',
          on: {
            'step.look': { actions: { type: 'lookAt', params: ({ event }) => event } },
            'time.return': 'now',
          },
        },
        replay: {
          description:
            'The steps of a recording are shown in the place of those of the product, of which none is lost.',
          initial: 'paused',
          exit: 'leaveReplay',
          on: {
            'step.look': { target: '.paused', actions: { type: 'lookAt', params: ({ event }) => event } },
            'replay.seek': { target: '.paused', actions: { type: 'goTo', params: ({ event }) => event } },
            'replay.forward': { target: '.paused', actions: 'goOn' },
            'replay.back': { target: '.paused', actions: 'goBack' },
            'replay.leave': 'now',
          },
          states: {
            paused: {
              description: 'One step is shown.',
              on: {
                'replay.play': [
                  { guard: 'isAtEnd', target: 'playing', actions: { type: 'goTo', params: { position: 0 } } },
                  { target: 'playing' },
                ],
              },
            },
            playing: {
              description: 'Step follows step in the recorded time; nobody is waited for longer than 2 s.',
              always: { guard: 'isAtEnd', target: 'paused' },
              after: { gap: { target: 'playing', reenter: true, actions: 'goOn' } },
              on: { 'replay.pause': 'paused' },
            },
          },
        },
      },
    },
    log: {
      description: 'Which steps the event log lists.',
      initial: 'all',
      states: {
        all: {
          description: 'The steps of every machine; what an effect brings is a step of its machine.',
          on: { 'log.showChosen': 'chosen' },
        },
        chosen: { description: 'Only the steps of the chosen actor.', on: { 'log.showAll': 'all' } },
      },
    },
    sending: {
      description: 'A possible event can be sent to the chosen actor, with data where it needs some.',
      initial: 'idle',
      on: {
        'event.send': [
          {
            guard: { type: 'isEventData', params: ({ event }) => event },
            target: '.idle',
            actions: { type: 'sendEvent', params: ({ event }) => event },
          },
          { target: '.refused' },
        ],
      },
      states: {
        idle: { description: 'What was sent last, if anything, has reached the actor.' },
        refused: { description: 'The data is no JSON object: said beside it, announced too. Nothing was sent.' },
      },
    },
    recording: {
      description: 'The visit is recorded since the panel was there, without what the product says must not be.',
      initial: 'running',
      on: { 'recording.save': { actions: 'saveRecording' } },
      states: {
        running: {
          description: 'What enters the machines is recorded.',
          on: { 'recording.filled': 'full', 'recording.save': { target: 'saved', actions: 'saveRecording' } },
        },
        saved: {
          description: 'The browser has the file of what was recorded so far; announced. Recording goes on.',
          on: { 'recording.filled': 'full' },
        },
        full: {
          description: 'It is as long as it may be: what comes now is no part of it. Announced; it can be saved.',
        },
      },
    },
    file: {
      description: 'A recording that is opened is replayed in the panel.',
      initial: 'idle',
      on: { 'recording.open': '.opening' },
      states: {
        idle: { description: 'No file was chosen, or the last one is replayed.' },
        opening: {
          description: 'The file is read, and what it holds is repeated on the machines of this build.',
          invoke: {
            src: 'replayFile',
            input: ({ context, event }) => ({
              environment: context.environment,
              file: event.type === 'recording.open' ? event.file : undefined,
            }),
            onDone: {
              target: 'idle',
              actions: raise(({ event }) => ({ type: 'replay.opened' as const, steps: event.output })),
            },
            onError: { target: 'refused', actions: { type: 'showError', params: ({ event }) => event } },
          },
        },
        refused: { description: 'It is no recording, or none of this version: said in a sentence, announced too.' },
      },
    },
  },
});

export type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;

/** The place of the step that is shown among those of the replay, from 0. */
export function positionIn({ replayed, lookedAt }: Pick<Context, 'replayed' | 'lookedAt'>): number {
  return replayed.findIndex(({ id }) => id === lookedAt?.id);
}

/** The data of an event beside its type: nothing, or a JSON object; undefined for any other text. */
function parseData(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

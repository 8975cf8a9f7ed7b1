import { assign, fromCallback, fromPromise, raise, setup, type EventObject, type SnapshotFrom } from 'xstate';
import type { InspectedStep } from './stepLog.ts';

/** The part of a `File` that the panel uses. */
export interface RecordingFile {
  readonly text: () => Promise<string>;
}

/** A replayed recording. */
export interface ReplayedVisit {
  readonly steps: readonly InspectedStep[];
  /** Messages about inputs that could not be repeated, and machines that failed. */
  readonly problems: readonly string[];
}

/** Connects the panel to the running app. */
export interface PanelEnvironment {
  /** Calls the listener with new steps after them. @returns the function that unsubscribes. */
  readonly subscribe: (listener: (steps: readonly InspectedStep[], isRecordingFull: boolean) => void) => () => void;
  readonly sendEvent: (actorId: number, event: EventObject) => void;
  readonly saveRecording: () => void;
  /** Replays a recording. Rejects with a message to show when the file contains no recording. */
  readonly replay: (file: RecordingFile) => Promise<ReplayedVisit>;
}

interface Context {
  readonly environment: PanelEnvironment;
  readonly live: readonly InspectedStep[];
  /** The steps of the open recording; empty without one. */
  readonly replayed: readonly InspectedStep[];
  readonly problems: ReplayedVisit['problems'];
  readonly chosenId: number | undefined;
  readonly lookedAt: InspectedStep | undefined;
  /** Text that the listed actors and steps contain. */
  readonly search: string;
  /** Size of the statechart, relative to its layout, or `fit` to fit the panel. */
  readonly chartSize: number | 'fit';
  /** Error message for a file that cannot be replayed. */
  readonly fileError: string;
}

type Simple<Type extends string> = { readonly type: Type };

export type InspectorEvent =
  | { readonly type: 'steps.recorded'; readonly steps: readonly InspectedStep[] }
  | { readonly type: 'actor.choose'; readonly actorId: number }
  | { readonly type: 'step.look'; readonly step: InspectedStep }
  | { readonly type: 'search.change'; readonly search: string }
  | { readonly type: 'chart.resize'; readonly size: Context['chartSize'] }
  | { readonly type: 'replay.seek'; readonly position: number }
  | { readonly type: 'event.send'; readonly eventType: string; readonly data: string }
  | { readonly type: 'recording.open'; readonly file: RecordingFile }
  | ({ readonly type: 'replay.opened' } & ReplayedVisit)
  | Simple<'recording.filled' | 'recording.save' | 'replay.play' | 'replay.pause' | 'replay.forward' | 'replay.back'>
  | Simple<'replay.leave' | 'time.return' | 'panel.minimise' | 'panel.open' | 'log.showAll' | 'log.showChosen'>;

/** The panel keeps this many live steps and drops the oldest. */
export const MAX_STEPS = 500;
/** Longest wait between two steps while a replay plays, in milliseconds. It shortens the times in which the visitor was idle. */
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
    replayFile: fromPromise<ReplayedVisit, { environment: PanelEnvironment; file: RecordingFile | undefined }>(
      async ({ input: { environment, file } }) => {
        if (file === undefined) throw new Error('No file was chosen');
        return environment.replay(file);
      },
    ),
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
    storeSearch: assign((_, { search }: { search: string }) => ({ search })),
    resizeChart: assign((_, { size }: { size: Context['chartSize'] }) => ({ chartSize: size })),
    choose: assign((_, { actorId }: { actorId: number }) => ({ chosenId: actorId })),
    lookAt: assign((_, { step }: { step: InspectedStep }) => ({ lookedAt: step, chosenId: step.actorId })),
    lookAway: assign({ lookedAt: undefined }),
    /** Shows another step of the replay and keeps the chosen actor. */
    goTo: assign(({ context }, { position }: { position: number }) => ({
      lookedAt: context.replayed[Math.max(0, Math.min(position, context.replayed.length - 1))],
    })),
    goBack: assign(({ context }) => ({ lookedAt: context.replayed[positionIn(context) - 1] ?? context.lookedAt })),
    goOn: assign(({ context }) => ({ lookedAt: context.replayed[positionIn(context) + 1] ?? context.lookedAt })),
    showReplay: assign((_, { steps, problems }: ReplayedVisit) => ({
      replayed: steps,
      problems,
      lookedAt: steps[0],
      chosenId: steps[0]?.actorId,
    })),
    leaveReplay: assign(({ context }) => ({
      replayed: [],
      problems: [],
      chosenId: context.live.at(-1)?.running[0]?.id,
    })),
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
    problems: [],
    chosenId: undefined,
    lookedAt: undefined,
    search: '',
    chartSize: 1,
    fileError: '',
  }),
  invoke: { id: 'watchProduct', src: 'watchProduct', input: ({ context }) => context.environment },
  on: {
    'steps.recorded': { actions: { type: 'addSteps', params: ({ event }) => event } },
    'search.change': { actions: { type: 'storeSearch', params: ({ event }) => event } },
    'chart.resize': { actions: { type: 'resizeChart', params: ({ event }) => event } },
    'actor.choose': { actions: { type: 'choose', params: ({ event }) => event } },
  },
  states: {
    panel: {
      description: 'Whether the panel is open beside the page or minimised to a button.',
      initial: 'open',
      states: {
        open: { description: 'The page makes room for the panel.', on: { 'panel.minimise': 'minimised' } },
        minimised: { description: 'Only a button shows. Recording continues.', on: { 'panel.open': 'open' } },
      },
    },
    time: {
      description: 'Which step the panel shows. The app keeps running while the panel shows a past step.',
      initial: 'now',
      on: {
        'replay.opened': { target: '.replay', actions: { type: 'showReplay', params: ({ event }) => event } },
      },
      states: {
        now: {
          description: 'Shows the current state of every actor.',
          entry: 'lookAway',
          on: { 'step.look': { target: 'past', actions: { type: 'lookAt', params: ({ event }) => event } } },
        },
        past: {
          description: 'Shows every actor as it was after the selected step. Events cannot be sent.',
          on: {
            'step.look': { actions: { type: 'lookAt', params: ({ event }) => event } },
            'time.return': 'now',
          },
        },
        replay: {
          description: 'Shows the steps of a recording. New steps of the app are still collected.',
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
              description: 'Shows one step until the user selects another or starts playing.',
              on: {
                'replay.play': [
                  { guard: 'isAtEnd', target: 'playing', actions: { type: 'goTo', params: { position: 0 } } },
                  { target: 'playing' },
                ],
              },
            },
            playing: {
              description: 'Shows step after step with the recorded delays, each cut to at most 2 s.',
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
          description: 'Lists the steps of all machines. Effects have no rows: their results are events of a machine.',
          on: { 'log.showChosen': 'chosen' },
        },
        chosen: { description: 'Only the steps of the chosen actor.', on: { 'log.showAll': 'all' } },
      },
    },
    sending: {
      description: 'The user can send an event to the chosen actor, with data as a JSON object.',
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
        idle: { description: 'Nothing was sent yet, or the last event was sent.' },
        refused: { description: 'The data is not a JSON object: an error shows and is announced. No event was sent.' },
      },
    },
    recording: {
      description: 'The inspector has recorded the visit since its start, with texts redacted by the app.',
      initial: 'running',
      on: { 'recording.save': { actions: 'saveRecording' } },
      states: {
        running: {
          description: 'The inputs of the machines are being recorded.',
          on: { 'recording.filled': 'full', 'recording.save': { target: 'saved', actions: 'saveRecording' } },
        },
        saved: {
          description: 'The recording so far was saved to a file, and a live region announces it. Recording continues.',
          on: { 'recording.filled': 'full' },
        },
        full: {
          description:
            'The recording has reached its maximum length and has ended, and a live region announces it. It can be saved.',
        },
      },
    },
    file: {
      description: 'Opens a file and replays its recording in the panel.',
      initial: 'idle',
      on: { 'recording.open': '.opening' },
      states: {
        idle: { description: 'No file was chosen yet, or the last one was opened.' },
        opening: {
          description: 'Reads the file and replays its recording on the machines of this build.',
          invoke: {
            src: 'replayFile',
            input: ({ context, event }) => ({
              environment: context.environment,
              file: event.type === 'recording.open' ? event.file : undefined,
            }),
            onDone: {
              target: 'idle',
              actions: raise(({ event }) => ({ type: 'replay.opened' as const, ...event.output })),
            },
            onError: { target: 'refused', actions: { type: 'showError', params: ({ event }) => event } },
          },
        },
        refused: { description: 'The file is not a recording of this version: an error shows and is announced.' },
      },
    },
  },
});

export type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;

/** Index of the shown step in the replay; -1 without a replay. */
export function positionIn({ replayed, lookedAt }: Pick<Context, 'replayed' | 'lookedAt'>): number {
  return replayed.findIndex(({ id }) => id === lookedAt?.id);
}

/** Parses event data: an empty text is an empty object. Undefined for anything but a JSON object. */
function parseData(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

import {
  assign,
  fromCallback,
  fromPromise,
  not,
  raise,
  setup,
  stateIn,
  type EventObject,
  type SnapshotFrom,
} from 'xstate';
import type { Verdict } from '../replay/checkRecording.ts';
import type { InspectedStep } from './stepLog.ts';

/** The part of a `File` that the panel uses. */
export interface RecordingFile {
  readonly text: () => Promise<string>;
}

/** A difference between a recording and its replay. */
export interface ReplayedDifference {
  /** Milliseconds since the recording began. */
  readonly at: number;
  /** The actor's path of ids, such as `app/session` or `booking#2`. */
  readonly actor: string;
  readonly event: string;
  /** A sentence that says what differs. It does not contain the time. */
  readonly text: string;
}

/** The verdict of a replay on the current machines. */
export interface ReplayResult {
  readonly verdict: Verdict;
  /** Sentences that say why the check could not compare something. */
  readonly reasons: readonly string[];
  readonly differences: readonly ReplayedDifference[];
}

/** A replayed recording. */
export interface ReplayedVisit extends ReplayResult {
  readonly steps: readonly InspectedStep[];
}

/** Connects the panel to the running app. */
export interface PanelEnvironment {
  /** Subscribes to new steps. The listener runs after the steps, never during one. @returns the function that unsubscribes. */
  readonly subscribe: (listener: (steps: readonly InspectedStep[]) => void) => () => void;
  readonly sendEvent: (actorId: number, event: EventObject) => void;
  readonly saveRecording: () => void;
  /** The kind of texts in the recording. `redacted` means the results of the app's own rule. */
  readonly texts: 'placeholders' | 'public' | 'redacted';
  /** Reloads the page and records the other kind of texts. Undefined if the app or the browser does not allow the choice. */
  readonly changeTexts: (() => void) | undefined;
  /**
   * Moves the panel into its own window. `onClosed` runs when the window closes.
   * @returns the function that moves the panel back; undefined if the browser blocks the window
   */
  readonly openWindow: (onClosed: () => void) => (() => void) | undefined;
  /** Replays a recording. Rejects with an error message for the user when the file contains no recording. */
  readonly replay: (file: RecordingFile) => Promise<ReplayedVisit>;
}

interface Context {
  readonly environment: PanelEnvironment;
  readonly live: readonly InspectedStep[];
  /** The steps of the open recording. Empty if no recording is open. */
  readonly replayed: readonly InspectedStep[];
  /** The result of the open recording. Undefined if no recording is open. */
  readonly result: ReplayResult | undefined;
  /** The latest steps since the pause. `heldCount` counts all steps since the pause. */
  readonly held: readonly InspectedStep[];
  readonly heldCount: number;
  /** Ids of crashed actors that the user has hidden. */
  readonly hiddenIds: readonly number[];
  /** The event that the user is typing. */
  readonly draft: EventDraft;
  readonly chosenId: number | undefined;
  readonly lookedAt: InspectedStep | undefined;
  /** The search text. The panel lists only actors and steps that contain it. */
  readonly search: string;
  /** Size of the statechart, relative to its layout, or `fit` to fit the panel. */
  readonly chartSize: number | 'fit';
  /** Error message for a file that cannot be replayed. */
  readonly fileError: string;
}

/** An event that the user types. `data` is JSON. */
export interface EventDraft {
  readonly eventType: string;
  readonly data: string;
}

type Simple<Type extends string> = { readonly type: Type };

export type InspectorEvent =
  | { readonly type: 'steps.recorded'; readonly steps: readonly InspectedStep[] }
  | { readonly type: 'actor.choose'; readonly actorId: number }
  | { readonly type: 'step.look'; readonly step: InspectedStep }
  | { readonly type: 'search.change'; readonly search: string }
  | { readonly type: 'chart.resize'; readonly size: Context['chartSize'] }
  | { readonly type: 'replay.seek'; readonly position: number }
  | { readonly type: 'draft.change'; readonly draft: EventDraft }
  | ({ readonly type: 'event.send' } & EventDraft)
  | { readonly type: 'difference.look'; readonly difference: ReplayedDifference }
  | { readonly type: 'recording.open'; readonly file: RecordingFile }
  | ({ readonly type: 'replay.opened' } & ReplayedVisit)
  | Simple<'recording.save' | 'replay.play' | 'replay.pause' | 'replay.forward' | 'replay.back'>
  | Simple<'log.pause' | 'log.resume' | 'crashes.hide' | 'texts.change'>
  | Simple<'window.open' | 'window.close' | 'window.blocked'>
  | Simple<'replay.leave' | 'time.return' | 'panel.minimise' | 'panel.open' | 'log.showAll' | 'log.showChosen'>;

/** The panel keeps this many live steps and drops the oldest. */
export const MAX_STEPS = 500;
/** The longest pause between two steps of a playing replay, in milliseconds. It shortens the times in which the visitor did nothing. */
const MAX_WAIT = 2000;
const MIN_WAIT = 16;

export const inspectorMachine = setup({
  types: {} as { context: Context; events: InspectorEvent; input: PanelEnvironment },
  actors: {
    watchProduct: fromCallback<InspectorEvent, PanelEnvironment>(({ input, sendBack }) =>
      input.subscribe((steps) => {
        sendBack({ type: 'steps.recorded', steps });
      }),
    ),
    panelWindow: fromCallback<InspectorEvent, PanelEnvironment>(({ input, sendBack }) => {
      const close = input.openWindow(() => sendBack({ type: 'window.close' }));
      if (close === undefined) sendBack({ type: 'window.blocked' });
      return close;
    }),
    replayFile: fromPromise<ReplayedVisit, { environment: PanelEnvironment; file: RecordingFile | undefined }>(
      async ({ input: { environment, file } }) => {
        if (file === undefined) throw new Error('No file was chosen');
        return environment.replay(file);
      },
    ),
  },
  guards: {
    isUntyped: (_, { eventType }: { eventType: string }) => eventType.trim() === '',
    isEventData: (_, { data }: { data: string }) => parseData(data) !== undefined,
    isAtEnd: ({ context }) => positionIn(context) >= context.replayed.length - 1,
  },
  actions: {
    addSteps: assign(({ context }, { steps }: { steps: readonly InspectedStep[] }) => ({
      live: [...context.live, ...steps].slice(-MAX_STEPS),
      chosenId: context.chosenId ?? steps.at(-1)?.running[0]?.id,
    })),
    startHolding: assign({ held: [], heldCount: 0 }),
    holdSteps: assign(({ context }, { steps }: { steps: readonly InspectedStep[] }) => ({
      held: [...context.held, ...steps].slice(-MAX_STEPS),
      heldCount: context.heldCount + steps.length,
    })),
    addHeld: assign(({ context }) => ({ live: [...context.live, ...context.held].slice(-MAX_STEPS), held: [] })),
    hideCrashes: assign(({ context }) => ({ hiddenIds: crashedIn(context) })),
    storeDraft: assign((_, { draft }: { draft: EventDraft }) => ({ draft })),
    storeSearch: assign((_, { search }: { search: string }) => ({ search })),
    resizeChart: assign((_, { size }: { size: Context['chartSize'] }) => ({ chartSize: size })),
    choose: assign((_, { actorId }: { actorId: number }) => ({ chosenId: actorId })),
    lookAt: assign((_, { step }: { step: InspectedStep }) => ({ lookedAt: step, chosenId: step.actorId })),
    lookAway: assign({ lookedAt: undefined }),
    lookAtDifference: assign(({ context }, { difference }: { difference: ReplayedDifference }) => {
      const step = stepNearest(context.replayed, difference);
      return step === undefined ? {} : { lookedAt: step, chosenId: step.actorId };
    }),
    /** Shows another step of the replay and keeps the chosen actor. */
    goTo: assign(({ context }, { position }: { position: number }) => ({
      lookedAt: context.replayed[Math.max(0, Math.min(position, context.replayed.length - 1))],
    })),
    goBack: assign(({ context }) => ({ lookedAt: context.replayed[positionIn(context) - 1] ?? context.lookedAt })),
    goOn: assign(({ context }) => ({ lookedAt: context.replayed[positionIn(context) + 1] ?? context.lookedAt })),
    showReplay: assign((_, { steps, verdict, reasons, differences }: ReplayedVisit) => ({
      replayed: steps,
      result: { verdict, reasons, differences },
      lookedAt: steps[0],
      chosenId: steps[0]?.actorId,
    })),
    leaveReplay: assign(({ context }) => ({
      replayed: [],
      result: undefined,
      chosenId: context.live.at(-1)?.running[0]?.id,
    })),
    showError: assign((_, { error }: { error: unknown }) => ({
      fileError: error instanceof Error ? error.message : 'The file cannot be read',
    })),
    saveRecording: ({ context }) => context.environment.saveRecording(),
    changeTexts: ({ context }) => context.environment.changeTexts?.(),
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
    result: undefined,
    held: [],
    heldCount: 0,
    hiddenIds: [],
    draft: { eventType: '', data: '' },
    chosenId: undefined,
    lookedAt: undefined,
    search: '',
    chartSize: 1,
    fileError: '',
  }),
  invoke: { id: 'watchProduct', src: 'watchProduct', input: ({ context }) => context.environment },
  on: {
    'draft.change': { actions: { type: 'storeDraft', params: ({ event }) => event } },
    'crashes.hide': { actions: 'hideCrashes' },
    'search.change': { actions: { type: 'storeSearch', params: ({ event }) => event } },
    'chart.resize': { actions: { type: 'resizeChart', params: ({ event }) => event } },
    'actor.choose': { actions: { type: 'choose', params: ({ event }) => event } },
  },
  states: {
    panel: {
      description: 'Where the panel is: beside the page, in its own window, or minimised to a button.',
      initial: 'open',
      states: {
        open: {
          description: 'The page makes room for the panel.',
          initial: 'beside',
          on: { 'panel.minimise': 'minimised', 'window.open': 'window' },
          states: {
            beside: {
              description: 'The panel is beside the page until the user minimises it or moves it to a window.',
            },
            blocked: {
              description: 'The browser blocked the window: a message shows next to the button and is announced.',
            },
          },
        },
        minimised: { description: 'Only a button shows. Recording continues.', on: { 'panel.open': 'open' } },
        window: {
          description: 'The panel is in its own window, and the page has all its room, until the window is closed.',
          invoke: { id: 'panelWindow', src: 'panelWindow', input: ({ context }) => context.environment },
          on: { 'window.close': 'open', 'window.blocked': 'open.blocked' },
        },
      },
    },
    flow: {
      description: 'Whether new steps of the app are shown. The recording goes on in both cases.',
      initial: 'shown',
      states: {
        shown: {
          description: 'New steps are added to the log.',
          initial: 'fresh',
          on: {
            'steps.recorded': { actions: { type: 'addSteps', params: ({ event }) => event } },
            'log.pause': 'held',
          },
          states: {
            fresh: { description: 'The log was not paused yet.' },
            resumed: {
              description: 'The log goes on after a pause: a live region announces the number of added steps.',
            },
          },
        },
        held: {
          description:
            'The panel stays as it is, and new steps are counted, until the user resumes. Events cannot be sent.',
          entry: 'startHolding',
          on: {
            'steps.recorded': { actions: { type: 'holdSteps', params: ({ event }) => event } },
            'log.resume': { target: 'shown.resumed', actions: 'addHeld' },
          },
        },
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
            'difference.look': {
              target: '.paused',
              actions: { type: 'lookAtDifference', params: ({ event }) => event },
            },
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
          { guard: not(stateIn({ time: 'now', flow: 'shown' })) },
          { guard: { type: 'isUntyped', params: ({ event }) => event }, target: '.untyped' },
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
        untyped: { description: 'The type is empty: an error shows and is announced. No event was sent.' },
        refused: { description: 'The data is not a JSON object: an error shows and is announced. No event was sent.' },
      },
    },
    recording: {
      description: 'The inspector records the visit and keeps the end of a long one.',
      initial: 'running',
      on: { 'recording.save': { actions: 'saveRecording' }, 'texts.change': { actions: 'changeTexts' } },
      states: {
        running: {
          description: 'The inputs of the machines are being recorded.',
          on: { 'recording.save': { target: 'saved', actions: 'saveRecording' } },
        },
        saved: {
          description: 'The recording so far was saved to a file, and a live region announces it. Recording continues.',
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

/** The index of the shown step in the replay. -1 if no recording is open. */
export function positionIn({ replayed, lookedAt }: Pick<Context, 'replayed' | 'lookedAt'>): number {
  return replayed.findIndex(({ id }) => id === lookedAt?.id);
}

/** The ids of the crashed actors in the list, and of those that the user has hidden before. */
function crashedIn({ hiddenIds, lookedAt, live }: Context): readonly number[] {
  const actors = lookedAt?.running ?? live.at(-1)?.running ?? [];
  return [...hiddenIds, ...actors.filter(({ crash }) => crash !== undefined).map(({ id }) => id)];
}

/** Finds the step of a difference: the nearest one in time. If several are equally near, its event and its actor decide. */
function stepNearest(
  steps: readonly InspectedStep[],
  { at, actor, event }: ReplayedDifference,
): InspectedStep | undefined {
  const id = actor.split('/').at(-1)?.replace(/#\d+$/, '') ?? '';
  const distance = (step: InspectedStep) => Math.abs(step.at - at);
  const unlike = (step: InspectedStep) =>
    (step.event.type === event ? 0 : 1) + ([step.actor.kind, step.actor.name.split(' (')[0]].includes(id) ? 0 : 2);
  return steps.toSorted((one, other) => distance(one) - distance(other) || unlike(one) - unlike(other))[0];
}

/** Parses the data of an event. An empty text is an empty object. Undefined if the text is not a JSON object. */
export function parseData(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

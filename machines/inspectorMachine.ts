import { assign, setup, type SnapshotFrom } from 'xstate';
import { unprovidedCallback, unprovidedPromise } from './unprovided.ts';

/** `depends`: what is sent decides; `waits`: a delay or an invoked actor brings it, or the machine itself at once. */
export type Chance = 'possible' | 'refused' | 'depends' | 'waits';

export interface NextTransition {
  /** Source, event type and place among the source's transitions on it: unique in the machine. */
  readonly id: string;
  readonly label: string;
  readonly guard: string;
  readonly targets: readonly string[];
  readonly chance: Chance;
}

/** An actor as it stood at one moment, without passwords and tokens. */
export interface InspectedActor {
  readonly id: number;
  readonly name: string;
  /** The actors above it: the root first, the one that started it last. */
  readonly above: readonly number[];
  /** A machine has states; any other actor is an effect: a call on its way, a listener. */
  readonly kind: 'machine' | 'effect';
  readonly status: string;
  /** The state for readers, such as `drawer.closed, topBar.top`; `value` is XState's. */
  readonly state: string;
  readonly value: unknown;
  readonly activeIds: readonly string[];
  readonly tags: readonly string[];
  readonly next: readonly NextTransition[];
  readonly data: unknown;
}

/** One event that an actor took, and everything that ran right after it. */
export interface InspectedStep {
  readonly id: number;
  /** Milliseconds since the inspector started. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly actorId: number;
  readonly event: { readonly type: string; readonly data: unknown };
  readonly outcome: 'moved' | 'stayed' | 'ignored' | 'ended';
  readonly actor: InspectedActor;
  readonly running: readonly InspectedActor[];
}

/** A file of the visitor's device, as far as it is read. */
export interface RecordingFile {
  readonly text: () => Promise<string>;
}

interface Context {
  steps: readonly InspectedStep[];
  chosenId: number | undefined;
  lookedAt: InspectedStep | undefined;
  /** Why a file cannot be replayed. */
  refusal: string;
}

export type InspectorEvent =
  | { type: 'steps.recorded'; steps: readonly InspectedStep[] }
  | { type: 'actor.choose'; actorId: number }
  | { type: 'moment.look'; step: InspectedStep }
  | { type: 'steps.shown'; steps: readonly InspectedStep[] }
  | { type: 'recording.open'; file: RecordingFile }
  | { type: 'recording.filled' }
  | { type: 'stream.broke' }
  | {
      type:
        | 'moment.return'
        | 'panel.minimise'
        | 'panel.open'
        | 'log.showAll'
        | 'log.showChosen'
        | 'chart.showWhole'
        | 'chart.showDetail'
        | 'machine.copy'
        | 'recording.save'
        | 'stream.start'
        | 'stream.stop';
    };

/** How many steps are kept: the oldest is forgotten first. */
export const KEPT_STEPS = 500;

export const inspectorMachine = setup({
  types: {} as { context: Context; events: InspectorEvent },
  actors: {
    watchProduct: unprovidedCallback<undefined>('watchProduct'),
    copyMachine: unprovidedPromise<void, { actorId: number | undefined }>('copyMachine'),
    streamSteps: unprovidedCallback<undefined>('streamSteps'),
    openRecording: unprovidedPromise<void, { file: RecordingFile }>('openRecording'),
    saveRecording: unprovidedPromise<void, undefined>('saveRecording'),
  },
  actions: {
    showSteps: assign(({ context }, { steps }: { steps: readonly InspectedStep[] }) => ({
      steps: steps.slice(-KEPT_STEPS),
      chosenId: context.chosenId ?? steps.at(-1)?.running[0]?.id,
    })),
    storeRefusal: assign((_, params: { error: unknown }) => ({
      refusal: params.error instanceof Error ? params.error.message : 'The file cannot be read',
    })),
    choose: assign((_, params: { actorId: number }) => ({ chosenId: params.actorId })),
    lookAt: assign((_, params: { step: InspectedStep }) => ({
      lookedAt: params.step,
      chosenId: params.step.actorId,
    })),
    lookAway: assign({ lookedAt: undefined }),
  },
}).createMachine({
  id: 'inspector',
  type: 'parallel',
  context: { steps: [], chosenId: undefined, lookedAt: undefined, refusal: '' },
  invoke: { id: 'watchProduct', src: 'watchProduct' },
  on: {
    'steps.recorded': {
      actions: {
        type: 'showSteps',
        params: ({ context, event }) => ({ steps: [...context.steps, ...event.steps] }),
      },
    },
    'steps.shown': {
      description: 'A replay shows another moment: these steps have led to it.',
      target: '.time.now',
      actions: { type: 'showSteps', params: ({ event }) => event },
    },
  },
  states: {
    panel: {
      description: 'The panel stands beside the product and never in its way.',
      initial: 'open',
      states: {
        open: {
          description: 'The page makes room for the panel.',
          on: { 'panel.minimise': 'minimised' },
        },
        minimised: {
          description: 'A button is left; recording goes on.',
          on: { 'panel.open': 'open' },
        },
      },
    },
    time: {
      description: 'Time travel is for looking: the product goes on and is sent nothing.',
      initial: 'now',
      on: { 'moment.look': { target: '.past', actions: { type: 'lookAt', params: ({ event }) => event } } },
      states: {
        now: { description: 'Every actor is shown as it stands.', entry: 'lookAway' },
        past: {
          description: 'Every actor is shown as it stood right after the step looked at.',
          on: { 'moment.return': 'now' },
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
    chart: {
      description: 'How much of the statechart is seen at once.',
      initial: 'detail',
      states: {
        detail: { description: 'At a size to read, around the active state.', on: { 'chart.showWhole': 'whole' } },
        whole: { description: 'As wide as the panel.', on: { 'chart.showDetail': 'detail' } },
      },
    },
    copying: {
      description: 'The chosen machine is copied as source that opens in the Stately tools.',
      initial: 'idle',
      on: {
        'machine.copy': '.copying',
        'actor.choose': { target: '.idle', actions: { type: 'choose', params: ({ event }) => event } },
      },
      states: {
        idle: { description: 'Nothing was copied of the chosen machine.' },
        copying: {
          description: 'The clipboard is being written.',
          invoke: {
            id: 'copyMachine',
            src: 'copyMachine',
            input: ({ context }) => ({ actorId: context.chosenId }),
            onDone: 'copied',
            onError: 'failed',
          },
        },
        copied: { description: 'Announced in the live region.' },
        failed: { description: 'The browser refused its clipboard; announced too.' },
      },
    },
    recording: {
      description: 'The visit is recorded since the panel was there, without password, token, name, id and free text.',
      initial: 'running',
      states: {
        running: {
          description: 'What enters the machines is recorded.',
          on: { 'recording.filled': 'full' },
        },
        full: {
          description: 'It is as long as it may be: what comes now is no part of it. Announced; it can be saved.',
        },
      },
    },
    saving: {
      description: 'What was recorded so far can be saved at any time.',
      initial: 'idle',
      on: { 'recording.save': '.saving' },
      states: {
        idle: { description: 'Nothing was saved.' },
        saving: {
          description: 'The file is being written.',
          invoke: { id: 'saveRecording', src: 'saveRecording', onDone: 'saved', onError: 'failed' },
        },
        saved: { description: 'The browser has the file; announced in the live region. Recording goes on.' },
        failed: { description: 'The file could not be written; announced too.' },
      },
    },
    replaying: {
      description: 'A recording that is opened takes the place of the product.',
      initial: 'idle',
      on: { 'recording.open': '.opening' },
      states: {
        idle: { description: 'No file was chosen.' },
        opening: {
          description: 'The file is read; what is a recording is replayed from its start.',
          invoke: {
            id: 'openRecording',
            src: 'openRecording',
            input: ({ event }) => ({ file: fileIn(event) }),
            onDone: 'idle',
            onError: { target: 'refused', actions: { type: 'storeRefusal', params: ({ event }) => event } },
          },
        },
        refused: { description: 'It is no recording, or none of this version: said in a sentence, announced too.' },
      },
    },
    stream: {
      description: 'Opt-in: only from here does anything leave the page, without passwords and tokens.',
      initial: 'off',
      states: {
        off: { description: 'Nothing leaves the page.', on: { 'stream.start': 'streaming' } },
        streaming: {
          description: 'Steps are posted to the window of the Stately inspector.',
          invoke: { id: 'streamSteps', src: 'streamSteps' },
          on: { 'stream.stop': 'off', 'stream.broke': 'failed' },
        },
        failed: {
          description: 'The window could not be opened; it can be tried again.',
          on: { 'stream.start': 'streaming' },
        },
      },
    },
  },
});

export type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;

/** The actors that ran at the moment looked at, or run now. */
export function selectActors({ context }: InspectorSnapshot): readonly InspectedActor[] {
  return context.lookedAt?.running ?? context.steps.at(-1)?.running ?? [];
}

/** The chosen actor at the moment looked at, or now; undefined once it has ended. */
export function selectChosen(snapshot: InspectorSnapshot): InspectedActor | undefined {
  const { chosenId, lookedAt } = snapshot.context;
  if (lookedAt?.actorId === chosenId) return lookedAt?.actor;
  return selectActors(snapshot).find(({ id }) => id === chosenId);
}

/** The steps that the event log lists, newest first. */
export function selectSteps(snapshot: InspectorSnapshot): readonly InspectedStep[] {
  const { steps, chosenId } = snapshot.context;
  const isListed = snapshot.matches({ log: 'chosen' })
    ? ({ actorId }: InspectedStep) => actorId === chosenId
    : ({ actor }: InspectedStep) => actor.kind === 'machine';
  return steps.filter(isListed).toReversed();
}

/** What could not be done, in a sentence for the place where it was asked for. */
export const inspectorFailures = {
  copying: 'The browser did not allow copying',
  recording: 'The recording could not be saved',
  full: 'The recording is as long as it may be and has ended. Save it; reload the page to begin another.',
  stream: 'The window of the Stately inspector could not be opened',
} as const;

/** What the live region says. */
export function selectAnnouncement(snapshot: InspectorSnapshot): string {
  if (snapshot.matches({ copying: 'copied' })) return `Copied ${selectChosen(snapshot)?.name ?? 'the machine'}`;
  if (snapshot.matches({ copying: 'failed' })) return inspectorFailures.copying;
  if (snapshot.matches({ saving: 'saved' })) return 'The recording is saved';
  if (snapshot.matches({ saving: 'failed' })) return inspectorFailures.recording;
  if (snapshot.matches({ replaying: 'refused' })) return snapshot.context.refusal;
  if (snapshot.matches({ stream: 'failed' })) return inspectorFailures.stream;
  if (snapshot.matches({ recording: 'full' })) return inspectorFailures.full;
  return '';
}

function fileIn(event: InspectorEvent): RecordingFile {
  if (event.type !== 'recording.open') throw new Error(`${event.type} opens no recording`);
  return event.file;
}

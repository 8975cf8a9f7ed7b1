import { assign, cancel, raise, setup, stateIn, type SnapshotFrom } from 'xstate';
import { readAdmissionCode } from '#domain/admissionCode.ts';
import {
  ANSWER_TIMEOUT,
  countSeats,
  isSameDoorScreening,
  LIST_INTERVAL,
  proposedScreening,
  SAME_SIGHT,
  SIGHT_INTERVAL,
  sightOf,
  signalOf,
  type Check,
  type Conflict,
  type DoorAnswer,
  type DoorScreening,
  type QueuedChange,
} from '#domain/door.ts';
import { failureOf, isOutcomeUnknown } from '#domain/failure.ts';
import {
  admitTicket,
  answerHere,
  keepReady,
  loadDoor,
  loadTickets,
  prepareCheck,
  queueUndo,
  runCamera,
  sendChange,
  takeLink,
  watchAge,
  watchDoorOnline,
  watchLink,
  watchStorage,
  type Answered,
  type LoadedList,
  type OwnAnswer,
  type ReadDoor,
  type Settled,
} from './doorCalls.ts';
import { doorEnvironmentOf, type CameraFailure } from './doorEnvironment.ts';
import {
  confirmedList,
  conflictOf,
  findScreening,
  ownList,
  withoutKey,
  type DoorContext,
  type DoorOfDay,
  type Stored,
} from './doorModel.ts';

export type DoorEvent =
  | { type: 'screening.choose'; screening: DoorScreening }
  | { type: 'screening.change' | 'door.retry' | 'camera.retry' }
  | { type: 'typing.start' | 'typing.stop' }
  /** A typed code, or one of a hand scanner. */
  | { type: 'code.submit'; text: string }
  | { type: 'answer.undo' }
  | { type: 'conflict.acknowledge'; key: string }
  | { type: 'code.read'; text: string }
  | { type: 'camera.started' }
  | { type: 'camera.failed'; reason: CameraFailure }
  | { type: 'browser.online' | 'list.aged' | 'link.changed' | 'token.changed' }
  | { type: 'queue.changed'; queue: readonly QueuedChange[] }
  | { type: 'conflicts.changed'; conflicts: readonly Conflict[] }
  /** Raised: the server has answered, or did not. */
  | { type: 'server.answered' | 'server.lost' }
  /** Raised: the code that the camera saw last has been out of sight for three seconds. */
  | { type: 'sight.ended' };

type WithText = { readonly text: string };
type WithError = { readonly error: unknown };
type WithScreening = { readonly screening: DoorScreening };

export const doorMachine = setup({
  types: {} as { context: DoorContext; events: DoorEvent },
  actors: {
    watchLink,
    watchStorage,
    watchOnline: watchDoorOnline,
    watchAge,
    keepReady,
    runCamera,
    takeLink,
    loadDoor,
    loadTickets,
    prepareCheck,
    admitTicket,
    answerHere,
    queueUndo,
    sendChange,
  },
  guards: {
    isDoor: (_, { isDoor }: Stored) => isDoor,
    hasDoor: ({ context }) => context.door !== undefined,
    isClosed: (_, { error }: WithError) => failureOf(error).code === 'door_closed',
    isChosen: ({ context: { door, screening } }) => findScreening(door, screening) !== undefined,
    isOffered: ({ context }, { screening }: WithScreening) => findScreening(context.door, screening) !== undefined,
    isText: (_, { text }: WithText) => text.trim() !== '',
    isSameSight: ({ context }, { text }: WithText) => context.sight === sightOf(text),
    isCode: (_, { text }: WithText) => readAdmissionCode(text) !== undefined,
    isOver: ({ context: { door } }, { at }: Check) => door !== undefined && at >= Date.parse(door.endsAt),
    isOffline: stateIn({ admitting: { connection: 'offline' } }),
    /** The server does not know yet what this phone has done with the ticket. */
    isQueued: ({ context }, { code }: Check) => context.queue.some((entry) => entry.code === code),
    isUnknown: (_, { error }: WithError) => isOutcomeUnknown(failureOf(error)),
    /** The server stores every answer with its key: this one may be old, and says only that the earlier request did not admit the ticket. */
    isOldRefusal: ({ context: { check } }, { answer }: Answered) =>
      check?.isRepeated === true && answer.answer !== 'welcome',
    canUndo: ({ context }) => context.admitted !== undefined,
    hasQueue: ({ context }) => context.queue.length > 0,
  },
  actions: {
    storeStored: assign((_, { saved, queue, conflicts }: Stored) => ({
      door: saved?.door,
      screening: saved?.screening,
      tickets: saved?.tickets,
      confirmed: [],
      queue,
      conflicts,
      sight: undefined,
      answer: undefined,
      admitted: undefined,
      failure: undefined,
    })),
    storeDoor: assign((_, { door, readAt }: ReadDoor) => ({ door, readAt, failure: undefined })),
    storeFailure: assign((_, { error }: WithError) => ({ failure: failureOf(error) })),
    storeScreening: assign(({ context }, { screening }: WithScreening) => {
      const { movieTitle, showtimeDate, showtimeTime } = screening;
      const isSame = context.screening !== undefined && isSameDoorScreening(context.screening, screening);
      return {
        screening: { movieTitle, showtimeDate, showtimeTime },
        tickets: isSame ? context.tickets : undefined,
        confirmed: isSame ? context.confirmed : [],
        sight: undefined,
        answer: undefined,
        admitted: undefined,
      };
    }),
    saveDoor: ({ context, system }) => {
      const { door, screening } = context;
      if (door !== undefined)
        doorEnvironmentOf(system).storage.saved.write({ door, screening, tickets: confirmedList(context) });
    },
    forgetDoor: ({ system }) => {
      const { asked, saved } = doorEnvironmentOf(system).storage;
      saved.remove();
      for (const { key } of asked.list()) asked.remove(key);
    },
    storeTickets: assign(({ context }, { tickets, requestedAt }: LoadedList) => ({
      tickets,
      confirmed: context.confirmed.filter(({ confirmedAt }) => confirmedAt >= requestedAt),
    })),
    storeCode: assign((_, { text }: WithText) => ({ code: readAdmissionCode(text) })),
    storeSight: assign((_, { text }: WithText) => ({ sight: sightOf(text) })),
    storeSightOfCode: assign(({ context }) => ({ sight: context.code })),
    answerNoCode: assign({ answer: { answer: 'not_a_code' } }),
    forgetSight: assign({ sight: undefined }),
    cancelSightEnd: cancel('sight'),
    awaitSightEnd: raise({ type: 'sight.ended' }, { id: 'sight', delay: 'sameSight' }),
    storeCheck: assign((_, check: Check) => ({ check })),
    storeAnswer: assign((_, { answer }: { answer: DoorAnswer }) => ({ answer })),
    saveAsked: ({ context: { check, screening }, system }) => {
      if (check === undefined || screening === undefined) return;
      const { code, key, at } = check;
      doorEnvironmentOf(system).storage.asked.add({ code, key, at, screening });
    },
    forgetAsked: ({ context: { check }, system }) => {
      if (check !== undefined) doorEnvironmentOf(system).storage.asked.remove(check.key);
    },
    /** A 429 does not show whether an earlier request with the key has admitted the ticket. */
    forgetRefused: ({ context: { check }, system }, { error }: WithError) => {
      if (check === undefined || failureOf(error).retryAfter !== undefined) return;
      doorEnvironmentOf(system).storage.asked.remove(check.key);
    },
    /** Keeps the key of a code that could not be answered: the server may have admitted its ticket. */
    forgetIfAnswered: ({ context: { check }, system }, { answer: { answer } }: OwnAnswer) => {
      if (check === undefined || answer === 'unlisted' || answer === 'unstored') return;
      doorEnvironmentOf(system).storage.asked.remove(check.key);
    },
    storeRefusal: assign((_, { error }: WithError) => ({
      answer: { answer: 'failed' as const, failure: failureOf(error) },
    })),
    storeAdmission: assign(({ context: { check, confirmed, admitted } }, { answer, at }: Answered) => {
      if (answer.answer !== 'welcome' || check === undefined) return { admitted };
      const { code, codeHash } = check;
      return {
        admitted: { code, codeHash, seatNumbers: answer.seatNumbers },
        confirmed: [
          ...confirmed,
          { kind: 'admit' as const, codeHash, at: Date.parse(answer.admittedAt), confirmedAt: at },
        ],
      };
    }),
    storeEntry: assign(({ context }, { entry }: OwnAnswer) => {
      if (entry === undefined) return {};
      const { code, codeHash, seatNumbers } = entry;
      return {
        queue: [...withoutKey(context.queue, entry.key), entry],
        admitted: entry.kind === 'admit' ? { code, codeHash, seatNumbers } : undefined,
      };
    }),
    storeQueue: assign((_, { queue }: { queue: readonly QueuedChange[] }) => ({ queue })),
    storeConflicts: assign((_, { conflicts }: { conflicts: readonly Conflict[] }) => ({ conflicts })),
    /** Stores a conflict before the entry leaves the storage: no crash between the two loses it. */
    saveSettled: ({ system }, { entry, outcome }: Settled) => {
      const { conflicts, queue } = doorEnvironmentOf(system).storage;
      const add = () => outcome === undefined || conflicts.add(conflictOf(entry, outcome));
      const isAdded = add();
      queue.remove(entry.key);
      // In a full storage, the entry has made room.
      if (!isAdded) add();
    },
    storeSettled: assign(({ context }, { entry, outcome, at }: Settled) => {
      const { kind, codeHash } = entry;
      const { confirmed, conflicts } = context;
      return {
        queue: withoutKey(context.queue, entry.key),
        confirmed:
          outcome === undefined ? [...confirmed, { kind, codeHash, at: entry.at, confirmedAt: at }] : confirmed,
        conflicts:
          outcome === undefined ? conflicts : [...withoutKey(conflicts, entry.key), conflictOf(entry, outcome)],
      };
    }),
    notifyTabs: ({ system }) => doorEnvironmentOf(system).device.notifyTabs(),
    dropConflict: ({ system }, { key }: { key: string }) => doorEnvironmentOf(system).storage.conflicts.remove(key),
    removeConflict: assign(({ context }, { key }: { key: string }) => ({
      conflicts: withoutKey(context.conflicts, key),
    })),
    signal: ({ context: { answer }, system }) => {
      if (answer !== undefined) doorEnvironmentOf(system).device.signal(signalOf(answer));
    },
    storeCameraFailure: assign((_, { reason }: { reason: CameraFailure }) => ({ cameraFailure: reason })),
    clearCameraFailure: assign({ cameraFailure: undefined }),
    reportAnswer: raise({ type: 'server.answered' }),
    reportLoss: raise({ type: 'server.lost' }),
  },
  delays: {
    // The last sight may have been up to an interval after the last report.
    sameSight: SAME_SIGHT + SIGHT_INTERVAL,
    answerTimeout: ANSWER_TIMEOUT,
    listTimeout: LIST_INTERVAL,
    answerShown: 15_000,
    retryDelay: 5000,
    pause: 15_000,
  },
}).createMachine({
  id: 'door',
  context: {
    door: undefined,
    readAt: 0,
    screening: undefined,
    tickets: undefined,
    confirmed: [],
    queue: [],
    conflicts: [],
    code: undefined,
    check: undefined,
    sight: undefined,
    answer: undefined,
    admitted: undefined,
    cameraFailure: undefined,
    failure: undefined,
  },
  invoke: [
    { id: 'watchLink', src: 'watchLink' },
    { id: 'watchStorage', src: 'watchStorage' },
  ],
  on: {
    'link.changed': { target: '.opening', description: 'Another link was opened in this tab.' },
    'token.changed': { target: '.opening', description: 'Another link was opened in another tab.' },
    'queue.changed': { actions: { type: 'storeQueue', params: ({ event }) => event } },
    'conflicts.changed': { actions: { type: 'storeConflicts', params: ({ event }) => event } },
    'conflict.acknowledge': {
      actions: [
        { type: 'dropConflict', params: ({ event }) => event },
        { type: 'removeConflict', params: ({ event }) => event },
      ],
    },
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'Finds out which door this phone is.',
      initial: 'reading',
      states: {
        reading: {
          description: 'Takes the token from the address, and reads what the phone has stored.',
          invoke: {
            id: 'takeLink',
            src: 'takeLink',
            onDone: [
              {
                guard: { type: 'isDoor', params: ({ event }) => event.output },
                target: 'loading',
                actions: { type: 'storeStored', params: ({ event }) => event.output },
              },
              { target: '#door.withoutLink', actions: { type: 'storeStored', params: ({ event }) => event.output } },
            ],
          },
        },
        loading: {
          description:
            'Waiting for the door and the screenings of its day. A stored door opens after four seconds without a response.',
          invoke: {
            id: 'loadDoor',
            src: 'loadDoor',
            onDone: {
              target: 'deciding',
              actions: [{ type: 'storeDoor', params: ({ event }) => event.output }, 'saveDoor'],
            },
            onError: [
              { guard: { type: 'isClosed', params: ({ event }) => event }, target: '#door.closed' },
              { guard: 'hasDoor', target: 'deciding' },
              { target: '#door.unreachable', actions: { type: 'storeFailure', params: ({ event }) => event } },
            ],
          },
          after: { answerTimeout: { guard: 'hasDoor', target: 'deciding' } },
        },
        deciding: {
          description: 'Looks whether a screening of this door was chosen before a reload.',
          always: [{ guard: 'isChosen', target: '#door.admitting' }, { target: '#door.choosing' }],
        },
      },
    },
    withoutLink: {
      description: 'This phone is no door: it has no token. The page says how to get a link, and lists what is unsent.',
    },
    unreachable: {
      description:
        'The server did not answer, and the phone has stored no door. Retries after 5 s, or when the browser is online.',
      invoke: { id: 'watchOnline', src: 'watchOnline' },
      after: { retryDelay: 'opening.loading' },
      on: { 'browser.online': 'opening.loading', 'door.retry': 'opening.loading' },
    },
    closed: {
      description:
        'The door has ended or was closed. What the phone could not send stays listed; a new link on this phone sends it.',
      entry: 'forgetDoor',
      on: { 'door.retry': 'opening' },
    },
    choosing: {
      description:
        'The screenings of the day. Waiting for the choice of one; the next one is proposed. Sends what the server does not know yet.',
      invoke: { id: 'watchOnline', src: 'watchOnline' },
      on: {
        'browser.online': '.refreshing',
        'screening.choose': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          target: 'admitting',
          actions: [{ type: 'storeScreening', params: ({ event }) => event }, 'saveDoor'],
        },
      },
      initial: 'ready',
      states: {
        ready: {
          description: 'The screenings are shown.',
          after: { retryDelay: { guard: 'hasQueue', target: 'refreshing' } },
          on: { 'door.retry': 'refreshing' },
        },
        refreshing: {
          description: 'Requests the screenings again. Those that are shown can be chosen.',
          invoke: {
            id: 'loadDoor',
            src: 'loadDoor',
            onDone: [
              {
                guard: 'hasQueue',
                target: 'sending',
                actions: [{ type: 'storeDoor', params: ({ event }) => event.output }, 'saveDoor'],
              },
              {
                target: 'ready',
                actions: [{ type: 'storeDoor', params: ({ event }) => event.output }, 'saveDoor'],
              },
            ],
            onError: [
              { guard: { type: 'isClosed', params: ({ event }) => event }, target: '#door.closed' },
              { target: 'ready' },
            ],
          },
          after: { listTimeout: 'ready' },
        },
        sending: {
          description:
            'Sends the oldest entry of the queue, with its key. After it, the screenings are requested again, then the next entry is sent.',
          invoke: {
            id: 'sendChange',
            src: 'sendChange',
            input: ({ context }) => ({ entry: context.queue[0] }),
            onDone: {
              target: 'refreshing',
              actions: [
                { type: 'saveSettled', params: ({ event }) => event.output },
                { type: 'storeSettled', params: ({ event }) => event.output },
                'saveDoor',
                'notifyTabs',
              ],
            },
            onError: [
              { guard: { type: 'isClosed', params: ({ event }) => event }, target: '#door.closed' },
              { target: 'ready' },
            ],
          },
          after: { listTimeout: 'ready' },
        },
      },
    },
    admitting: {
      description: 'Checks the tickets of the chosen screening.',
      type: 'parallel',
      invoke: [
        { id: 'keepReady', src: 'keepReady' },
        { id: 'watchAge', src: 'watchAge' },
        { id: 'watchOnline', src: 'watchOnline' },
      ],
      on: {
        'screening.change': 'choosing.refreshing',
        'sight.ended': { actions: 'forgetSight' },
      },
      states: {
        desk: {
          description: 'One code after the other, and the answer about each.',
          on: {
            'code.read': [
              {
                guard: { type: 'isSameSight', params: ({ event }) => event },
                description: 'The ticket of the last answer is still before the camera.',
                actions: ['cancelSightEnd', 'awaitSightEnd'],
              },
              {
                guard: { type: 'isCode', params: ({ event }) => event },
                target: '.checking',
                actions: { type: 'storeCode', params: ({ event }) => event },
              },
              {
                target: '.answered',
                actions: [{ type: 'storeSight', params: ({ event }) => event }, 'answerNoCode'],
              },
            ],
            'code.submit': [
              {
                guard: { type: 'isSameSight', params: ({ event }) => event },
                description: 'Shows the answer about this code again.',
                target: '.answered',
              },
              {
                guard: { type: 'isCode', params: ({ event }) => event },
                target: '.checking',
                actions: { type: 'storeCode', params: ({ event }) => event },
              },
              {
                guard: { type: 'isText', params: ({ event }) => event },
                target: '.answered',
                actions: [{ type: 'storeSight', params: ({ event }) => event }, 'answerNoCode'],
              },
            ],
            'typing.start': '.typing',
            'answer.undo': { guard: 'canUndo', target: '.undoing' },
          },
          initial: 'scanning',
          states: {
            scanning: { description: 'Waiting for a code from the camera, from a hand scanner or from the field.' },
            typing: {
              description:
                'Somebody types a code. The camera is ignored: no ticket nearby interrupts the typing. Ends 15 s after the last character.',
              after: { pause: 'scanning' },
              on: { 'code.read': {}, 'typing.stop': 'scanning' },
            },
            checking: {
              description: 'A code is being checked. Other codes are ignored; the camera reads them again.',
              on: { 'code.read': {}, 'code.submit': {}, 'typing.start': {}, 'answer.undo': {} },
              exit: 'storeSightOfCode',
              initial: 'preparing',
              states: {
                preparing: {
                  description: 'Computes the hash of the code, and creates the idempotency key of the admission.',
                  invoke: {
                    id: 'prepareCheck',
                    src: 'prepareCheck',
                    input: ({ context: { code, screening } }) => ({ code, screening }),
                    onDone: [
                      {
                        guard: { type: 'isOver', params: ({ event }) => event.output },
                        description: 'The door has ended, perhaps while the phone was offline.',
                        target: '#door.closed',
                      },
                      {
                        guard: 'isOffline',
                        target: 'lookingUp',
                        actions: { type: 'storeCheck', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'isQueued', params: ({ event }) => event.output },
                        target: 'lookingUp',
                        actions: { type: 'storeCheck', params: ({ event }) => event.output },
                      },
                      { target: 'asking', actions: { type: 'storeCheck', params: ({ event }) => event.output } },
                    ],
                    onError: {
                      target: '#door.admitting.desk.answered',
                      actions: { type: 'storeRefusal', params: ({ event }) => event },
                    },
                  },
                },
                asking: {
                  description:
                    'Waiting for the server, at most four seconds. The key is stored first, so that a reload does not lose it.',
                  entry: 'saveAsked',
                  invoke: {
                    id: 'admitTicket',
                    src: 'admitTicket',
                    input: ({ context: { check, screening } }) => ({ check, screening }),
                    onDone: [
                      {
                        guard: { type: 'isOldRefusal', params: ({ event }) => event.output },
                        description: 'Asks again with a new key.',
                        target: 'preparing',
                        actions: 'forgetAsked',
                      },
                      {
                        target: '#door.admitting.desk.answered',
                        actions: [
                          { type: 'storeAnswer', params: ({ event }) => event.output },
                          { type: 'storeAdmission', params: ({ event }) => event.output },
                          'forgetAsked',
                          'saveDoor',
                          'notifyTabs',
                        ],
                      },
                    ],
                    onError: [
                      { guard: { type: 'isClosed', params: ({ event }) => event }, target: '#door.closed' },
                      {
                        guard: { type: 'isUnknown', params: ({ event }) => event },
                        target: 'lookingUp',
                        actions: 'reportLoss',
                      },
                      {
                        target: '#door.admitting.desk.answered',
                        actions: [
                          { type: 'storeRefusal', params: ({ event }) => event },
                          { type: 'forgetRefused', params: ({ event }) => event },
                        ],
                      },
                    ],
                  },
                  after: { answerTimeout: { target: 'lookingUp', actions: 'reportLoss' } },
                },
                lookingUp: {
                  description: 'Answers from the list and the queue. Stores an admission before the page shows it.',
                  invoke: {
                    id: 'answerHere',
                    src: 'answerHere',
                    input: ({ context: { check, screening, door, tickets, confirmed } }) => ({
                      check,
                      screening,
                      door,
                      tickets,
                      confirmed,
                    }),
                    onDone: {
                      target: '#door.admitting.desk.answered',
                      actions: [
                        { type: 'storeAnswer', params: ({ event }) => event.output },
                        { type: 'storeEntry', params: ({ event }) => event.output },
                        { type: 'forgetIfAnswered', params: ({ event }) => event.output },
                      ],
                    },
                  },
                },
              },
            },
            answered: {
              description: 'The answer is shown, heard and felt. The next code replaces it at once.',
              entry: ['signal', 'cancelSightEnd', 'awaitSightEnd'],
              after: { answerShown: 'scanning' },
            },
            undoing: {
              description: 'Stores the undo of the last admission in the queue, after the admission.',
              on: { 'code.read': {}, 'code.submit': {}, 'typing.start': {}, 'answer.undo': {} },
              invoke: {
                id: 'queueUndo',
                src: 'queueUndo',
                input: ({ context: { admitted, screening } }) => ({ admitted, screening }),
                onDone: {
                  target: 'answered',
                  actions: [
                    { type: 'storeAnswer', params: ({ event }) => event.output },
                    { type: 'storeEntry', params: ({ event }) => event.output },
                  ],
                },
              },
            },
          },
        },
        camera: {
          description: 'The camera, or the reason why it does not work.',
          initial: 'working',
          states: {
            working: {
              description: 'The camera reads codes.',
              invoke: { id: 'runCamera', src: 'runCamera' },
              on: {
                'camera.failed': {
                  target: 'failed',
                  actions: { type: 'storeCameraFailure', params: ({ event }) => event },
                },
              },
              initial: 'starting',
              states: {
                starting: {
                  description: 'The browser starts the camera, and may ask for the permission.',
                  on: { 'camera.started': 'reading' },
                },
                reading: { description: 'The picture of the camera is shown.' },
              },
            },
            failed: {
              description:
                'The camera is absent, not allowed or in use by another app. Codes can be typed, or read by a hand scanner.',
              exit: 'clearCameraFailure',
              on: { 'camera.retry': 'working' },
            },
          },
        },
        connection: {
          description: 'Whether the server answers, and what it does not know yet.',
          initial: 'online',
          states: {
            online: {
              description: 'The server answers, and knows every change of this phone.',
              always: { guard: 'hasQueue', target: 'sending' },
              on: { 'server.lost': 'offline' },
            },
            sending: {
              description: 'Sends the oldest entry of the queue, with its key. The next one follows.',
              invoke: {
                id: 'sendChange',
                src: 'sendChange',
                input: ({ context }) => ({ entry: context.queue[0] }),
                onDone: {
                  target: 'online',
                  actions: [
                    { type: 'saveSettled', params: ({ event }) => event.output },
                    { type: 'storeSettled', params: ({ event }) => event.output },
                    'saveDoor',
                    'notifyTabs',
                  ],
                },
                onError: [
                  { guard: { type: 'isClosed', params: ({ event }) => event }, target: '#door.closed' },
                  { guard: { type: 'isUnknown', params: ({ event }) => event }, target: 'offline' },
                  { target: 'pausing', description: 'The server gets too many requests of this door.' },
                ],
              },
              after: { listTimeout: 'offline' },
              on: { 'server.lost': 'offline' },
            },
            pausing: {
              description: 'Waits before the entry is sent again. The server answers about codes.',
              after: { pause: 'online' },
              on: { 'server.lost': 'offline' },
            },
            offline: {
              description: 'The server does not answer. Codes are answered from the list, and admissions are queued.',
              on: { 'server.answered': 'online' },
            },
          },
        },
        list: {
          description: 'The list of the valid tickets of the screening.',
          initial: 'loading',
          states: {
            loading: {
              description: 'Requests the list. The response shows whether the phone is online, too.',
              invoke: {
                id: 'loadTickets',
                src: 'loadTickets',
                input: ({ context: { screening } }) => ({ screening }),
                onDone: {
                  target: 'waiting',
                  actions: [{ type: 'storeTickets', params: ({ event }) => event.output }, 'saveDoor', 'reportAnswer'],
                },
                onError: [
                  { guard: { type: 'isClosed', params: ({ event }) => event }, target: '#door.closed' },
                  {
                    guard: { type: 'isUnknown', params: ({ event }) => event },
                    target: 'waiting',
                    actions: 'reportLoss',
                  },
                  { target: 'waiting' },
                ],
              },
              after: { listTimeout: { target: 'waiting', actions: 'reportLoss' } },
            },
            waiting: {
              description:
                'Waiting until the list is ten seconds old, the page is shown again, or the browser is online.',
              on: { 'list.aged': 'loading', 'browser.online': 'loading' },
            },
          },
        },
      },
    },
  },
});

export type DoorSnapshot = SnapshotFrom<typeof doorMachine>;

/** The screening that the page proposes. */
export function selectProposed({ context: { door, readAt } }: DoorSnapshot): DoorOfDay | undefined {
  return proposedScreening(door?.screenings ?? [], readAt);
}

/** The chosen screening; undefined once the day of the door lacks it. */
export function selectScreening({ context: { door, screening } }: DoorSnapshot): DoorOfDay | undefined {
  return findScreening(door, screening);
}

/** How many of the sold seats are inside, by the list and the changes of this phone; before the first list, as the door was read. */
export function selectCount({ context }: DoorSnapshot): { readonly inside: number; readonly sold: number } {
  const tickets = ownList(context, context.queue);
  if (tickets !== undefined) return countSeats(tickets);
  const { seatsInside = 0, soldSeats = 0 } = findScreening(context.door, context.screening) ?? {};
  return { inside: seatsInside, sold: soldSeats };
}

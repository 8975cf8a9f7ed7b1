import { fromCallback, fromPromise, type EventObject } from 'xstate';
import { MAXIMUM_SECONDS_AGO, type Door } from '#contract/door.ts';
import {
  answerOffline,
  isSameDoorScreening,
  LIST_INTERVAL,
  SIGHT_INTERVAL,
  type Check,
  type Conflict,
  type DoorAnswer,
  type DoorScreening,
  type ListedTicket,
  type QueuedChange,
  type ServerAnswer,
} from '#domain/door.ts';
import { failureOf, isOutcomeUnknown } from '#domain/failure.ts';
import { doorEnvironmentOf, type DoorEnvironment } from './doorEnvironment.ts';
import { findScreening, ownList, type Admitted, type DoorContext, type DoorOfDay, type Stored } from './doorModel.ts';

export const watchLink = fromCallback<EventObject, undefined>(({ sendBack, system }) =>
  doorEnvironmentOf(system).link.subscribe(() => sendBack({ type: 'link.changed' })),
);

export const watchStorage = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { conflicts, onTokenChanged, queue } = doorEnvironmentOf(system).storage;
  const ends = [
    onTokenChanged(() => sendBack({ type: 'token.changed' })),
    queue.subscribe(() => sendBack({ type: 'queue.changed', queue: queue.list() })),
    conflicts.subscribe(() => sendBack({ type: 'conflicts.changed', conflicts: conflicts.list() })),
  ];
  return () => ends.forEach((end) => end());
});

export const watchDoorOnline = fromCallback<EventObject, undefined>(({ sendBack, system }) =>
  doorEnvironmentOf(system).device.onOnline(() => sendBack({ type: 'browser.online' })),
);

/** Says when to request the list again: with time, when the page is shown, and after a change of another tab. A hidden page requests nothing. */
export const watchAge = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { clock, device } = doorEnvironmentOf(system);
  const report = () => {
    if (!device.isHidden()) sendBack({ type: 'list.aged' });
  };
  const ends = [clock.every(LIST_INTERVAL, report), device.onVisibilityChange(report), device.onOtherTab(report)];
  return () => ends.forEach((end) => end());
});

export const keepReady = fromCallback<EventObject, undefined>(({ system }) =>
  doorEnvironmentOf(system).device.keepReady(),
);

export const runCamera = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { camera, clock } = doorEnvironmentOf(system);
  let last = { text: '', at: 0 };
  return camera.start({
    onStarted: () => sendBack({ type: 'camera.started' }),
    onRead: (text) => {
      const at = clock.now();
      if (text === last.text && Math.abs(at - last.at) < SIGHT_INTERVAL) return;
      last = { text, at };
      sendBack({ type: 'code.read', text });
    },
    onFailed: (reason) => sendBack({ type: 'camera.failed', reason }),
  });
});

/** Promise actor: takes the token from the address, and reads what the phone has stored. */
export const takeLink = fromPromise<Stored, undefined>(async ({ system }) => {
  const { link, storage } = doorEnvironmentOf(system);
  link.take();
  return {
    isDoor: storage.hasToken(),
    saved: storage.saved.read(),
    queue: storage.queue.list(),
    conflicts: storage.conflicts.list(),
  };
});

export interface ReadDoor {
  readonly door: Door;
  readonly readAt: number;
}

export const loadDoor = fromPromise<ReadDoor, undefined>(async ({ system }) => {
  const { api, clock } = doorEnvironmentOf(system);
  const door = await api('readDoor');
  return { door, readAt: clock.now() };
});

export interface LoadedList {
  readonly tickets: readonly ListedTicket[];
  readonly requestedAt: number;
}

export const loadTickets = fromPromise<LoadedList, { screening: DoorScreening | undefined }>(
  async ({ input: { screening }, system }) => {
    const { api, clock } = doorEnvironmentOf(system);
    const requestedAt = clock.now();
    const { tickets } = await api('listDoorTickets', { input: chosen(screening) });
    return { tickets, requestedAt };
  },
);

export const prepareCheck = fromPromise<Check, { code: string | undefined; screening: DoorScreening | undefined }>(
  async ({ input: { code = '', screening }, system }) => {
    const { clock, createKey, sha256, storage } = doorEnvironmentOf(system);
    const asked = storage.asked
      .list()
      .findLast((each) => each.code === code && isSameDoorScreening(each.screening, chosen(screening)));
    const [key, isRepeated] = [asked?.key ?? createKey(), asked !== undefined];
    return { code, codeHash: await sha256(code), key, at: clock.now(), isRepeated };
  },
);

export interface Answered {
  readonly answer: ServerAnswer;
  /** When the server answered. */
  readonly at: number;
}

interface CheckedTicket {
  readonly check: Check | undefined;
  readonly screening: DoorScreening | undefined;
}

export const admitTicket = fromPromise<Answered, CheckedTicket>(async ({ input, system }) => {
  const { api, clock } = doorEnvironmentOf(system);
  const { code, key } = begun(input.check);
  const answer = await api('admitTicket', { input: { ...chosen(input.screening), code }, idempotencyKey: key });
  return { answer, at: clock.now() };
});

export interface OwnAnswer {
  readonly answer: DoorAnswer;
  /** The stored entry, if the answer needs one. */
  readonly entry: QueuedChange | undefined;
}

type OfflineInput = CheckedTicket & Pick<DoorContext, 'door' | 'tickets' | 'confirmed'>;

/** Promise actor: answers from the list and the queue. Stores an admission before it answers. */
export const answerHere = fromPromise<OwnAnswer, OfflineInput>(async ({ input, system }) => {
  const { queue } = doorEnvironmentOf(system).storage;
  const { at, ...check } = begun(input.check);
  const screening = screeningOfDay(input.door, input.screening);
  const queued = queue.list();
  const answer = answerOffline({
    tickets: ownList(input, queued),
    codeHash: check.codeHash,
    startsAt: screening.startsAt,
    opensMinutesBefore: input.door?.opensMinutesBefore ?? 0,
    now: at,
    door: input.door?.name ?? '',
  });
  if (answer.answer !== 'welcome_unconfirmed') return { answer, entry: undefined };
  const entry: QueuedChange = {
    ...check,
    kind: 'admit',
    seatNumbers: answer.seatNumbers,
    screening: chosen(input.screening),
    at: after(queued, at),
  };
  return queue.add(entry) ? { answer, entry } : { answer: { answer: 'unstored' }, entry: undefined };
});

/** Promise actor: stores the undo of an admission. */
export const queueUndo = fromPromise<
  OwnAnswer,
  { admitted: Admitted | undefined; screening: DoorScreening | undefined }
>(async ({ input: { admitted, screening }, system }) => {
  const { clock, createKey, storage } = doorEnvironmentOf(system);
  if (admitted === undefined) throw new Error('No ticket was admitted');
  const at = after(storage.queue.list(), clock.now());
  const entry: QueuedChange = {
    ...admitted,
    kind: 'undo',
    key: createKey(),
    isRepeated: false,
    screening: chosen(screening),
    at,
  };
  return storage.queue.add(entry)
    ? { answer: { answer: 'undone', seatNumbers: admitted.seatNumbers }, entry }
    : { answer: { answer: 'not_undone' }, entry: undefined };
});

export interface Settled {
  readonly entry: QueuedChange;
  /** Undefined if the server did what was queued. */
  readonly outcome: Conflict['outcome'] | undefined;
  /** When the server answered. */
  readonly at: number;
}

/** Promise actor: sends a queued change with its key. Rejects while a later request may succeed, and when the door is closed. */
export const sendChange = fromPromise<Settled, { entry: QueuedChange | undefined }>(
  async ({ input: { entry }, system }) => {
    const { api, clock } = doorEnvironmentOf(system);
    if (entry === undefined) throw new Error('The queue is empty');
    const outcome = await outcomeOf(api, entry, clock.now()).catch((error: unknown) => {
      const failure = failureOf(error);
      if (failure.code === 'door_closed' || isOutcomeUnknown(failure, 1)) throw error;
      return { answer: 'failed' as const, failure };
    });
    return { entry, outcome, at: clock.now() };
  },
);

async function outcomeOf(api: DoorEnvironment['api'], entry: QueuedChange, now: number): Promise<Settled['outcome']> {
  const { code, key: idempotencyKey, screening } = entry;
  if (entry.kind === 'undo') {
    const { undone } = await api('undoAdmission', { input: { code }, idempotencyKey });
    return undone ? undefined : { answer: 'not_undone' };
  }
  const age = Math.round((now - entry.at) / 1000);
  const secondsAgo = Math.min(Math.max(age, 0), MAXIMUM_SECONDS_AGO);
  const input = { ...screening, code, secondsAgo };
  const first = await api('admitTicket', { input, idempotencyKey });
  // The server stores every answer with its key. A refusal of the earlier check may be old, so the entry gets a second key.
  const answer =
    entry.isRepeated && first.answer !== 'welcome'
      ? await api('admitTicket', { input, idempotencyKey: `${idempotencyKey}-again` })
      : first;
  return answer.answer === 'welcome' ? undefined : answer;
}

/** A time after every queued change, because the queue is sent in the order of its times. A correction can set the clock back. */
function after(queue: readonly QueuedChange[], at: number): number {
  return Math.max(at, ...queue.map((entry) => entry.at + 1));
}

function begun(check: Check | undefined): Check {
  if (check === undefined) throw new Error('No code is being checked');
  return check;
}

function chosen(screening: DoorScreening | undefined): DoorScreening {
  if (screening === undefined) throw new Error('No screening is chosen');
  return screening;
}

function screeningOfDay(door: Door | undefined, screening: DoorScreening | undefined): DoorOfDay {
  const found = findScreening(door, screening);
  if (found === undefined) throw new Error('The door lacks the screening');
  return found;
}

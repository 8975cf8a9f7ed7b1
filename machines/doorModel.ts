import type { Door } from '#contract/door.ts';
import {
  isSameDoorScreening,
  withChanges,
  type Check,
  type Conflict,
  type DoorAnswer,
  type DoorChange,
  type DoorScreening,
  type ListedTicket,
  type QueuedChange,
} from '#domain/door.ts';
import type { Failure } from '#domain/failure.ts';
import type { CameraFailure, SavedDoor } from './doorEnvironment.ts';

/** A change that the server has confirmed. A list that was requested before `confirmedAt` may lack it. */
export type ConfirmedChange = DoorChange & { readonly confirmedAt: number };

/** A ticket that this phone admitted, as an undo needs it. */
export type Admitted = Pick<QueuedChange, 'code' | 'codeHash' | 'seatNumbers'>;

export type DoorOfDay = Door['screenings'][number];

export interface DoorContext {
  door: Door | undefined;
  /** When the door was read, by the server's clock in epoch milliseconds. */
  readAt: number;
  screening: DoorScreening | undefined;
  /** The last list of the chosen screening, without the changes of this phone; undefined before the first one. */
  tickets: readonly ListedTicket[] | undefined;
  /** The confirmed changes of this phone that the list may lack. */
  confirmed: readonly ConfirmedChange[];
  /** The changes that the server has not confirmed yet, the oldest first. */
  queue: readonly QueuedChange[];
  conflicts: readonly Conflict[];
  /** The code that is being checked. */
  code: string | undefined;
  check: Check | undefined;
  /** The code or text that the camera has seen in the last three seconds. */
  sight: string | undefined;
  answer: DoorAnswer | undefined;
  /** The last ticket that this phone admitted, until its admission is undone. */
  admitted: Admitted | undefined;
  cameraFailure: CameraFailure | undefined;
  /** Why the door could not be read. */
  failure: Failure | undefined;
}

/** The stored data of a phone. */
export interface Stored {
  /** Whether a token is stored. */
  readonly isDoor: boolean;
  readonly saved: SavedDoor | undefined;
  readonly queue: readonly QueuedChange[];
  readonly conflicts: readonly Conflict[];
}

/** The screening of the door's day; undefined if the door lacks it. */
export function findScreening(door: Door | undefined, screening: DoorScreening | undefined): DoorOfDay | undefined {
  return screening && door?.screenings.find((each) => isSameDoorScreening(each, screening));
}

type Listed = Pick<DoorContext, 'door' | 'tickets' | 'confirmed'>;

/** The list with the changes that the server has confirmed. */
export function confirmedList({ door, tickets, confirmed }: Listed): ListedTicket[] | undefined {
  return tickets && withChanges(tickets, confirmed, door?.name ?? '');
}

/** The list with all changes of this phone. */
export function ownList(context: Listed, queue: readonly QueuedChange[]): ListedTicket[] | undefined {
  return confirmedList({ ...context, confirmed: [...context.confirmed, ...queue.map(asConfirmed)] });
}

function asConfirmed({ kind, codeHash, at }: QueuedChange): ConfirmedChange {
  return { kind, codeHash, at, confirmedAt: at };
}

export function conflictOf(entry: QueuedChange, outcome: Conflict['outcome']): Conflict {
  const { kind, key, seatNumbers, screening, at } = entry;
  return { kind, key, seatNumbers, screening, at, outcome };
}

export function withoutKey<Entry extends { readonly key: string }>(entries: readonly Entry[], key: string): Entry[] {
  return entries.filter((entry) => entry.key !== key);
}

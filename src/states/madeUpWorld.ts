import { getNextTransitions, type AnyEventObject, type AnyMachineSnapshot } from 'xstate';

/** What the world may answer to an invoked actor, by its id. */
export type Answers = Readonly<
  Record<string, { readonly done?: readonly unknown[]; readonly error?: readonly unknown[] }>
>;

/** What may happen to a machine: enough to bring it everywhere. */
export interface MadeUpWorld {
  /** With what it may begin; each is a walk of its own. */
  readonly inputs?: readonly unknown[];
  readonly events: readonly AnyEventObject[] | ((snapshot: AnyMachineSnapshot) => readonly AnyEventObject[]);
  readonly answers?: Answers;
  /** States from which a walk goes no further, to keep it finite. */
  readonly farEnough?: (snapshot: AnyMachineSnapshot) => boolean;
  /** What happens on a visit, from the first input on: a state on its way is shown as a visitor comes to it. */
  readonly visit?: readonly AnyEventObject[];
  /** After what a state that stays shows more of itself, such as the errors of its fields; a walk does without. */
  readonly showing?: readonly AnyEventObject[];
}

/** What may happen in a state: the events given, each answer of the actors that are running, and each delay that is waiting. */
export function happeningsIn(
  snapshot: AnyMachineSnapshot,
  { events, answers = {}, farEnough = () => false }: MadeUpWorld,
): readonly AnyEventObject[] {
  if (snapshot.status !== 'active' || farEnough(snapshot)) return [];
  return [...(typeof events === 'function' ? events(snapshot) : events), ...answersIn(snapshot, answers)];
}

/** Snapshots that are the same to a machine. */
export function snapshotKey({ value, context }: AnyMachineSnapshot): string {
  return JSON.stringify([value, context]);
}

function answersIn(snapshot: AnyMachineSnapshot, answers: Answers): AnyEventObject[] {
  const happenings = new Map<string, AnyEventObject[]>();
  for (const { eventType } of getNextTransitions(snapshot)) {
    const [, kind, id] = /^xstate\.(after|done\.actor|error\.actor)\.(.+)$/.exec(eventType) ?? [];
    if (kind === undefined || id === undefined) continue;
    if (kind === 'after') happenings.set(eventType, [{ type: eventType }]);
    const { done = [], error = [] } = answers[id] ?? {};
    if (kind === 'done.actor') {
      happenings.set(
        eventType,
        done.map((output) => ({ type: eventType, output, actorId: id })),
      );
    }
    if (kind === 'error.actor') {
      happenings.set(
        eventType,
        error.map((thrown) => ({ type: eventType, error: thrown, actorId: id })),
      );
    }
  }
  return [...happenings.values()].flat();
}

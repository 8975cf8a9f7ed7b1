import { getStateNodes, type AnyMachineSnapshot, type AnyStateNode } from 'xstate';
import { isOwnEvent, isPassing } from '../xstateInternals.ts';
import { transitionsOf, type Transition } from './machineGraph.ts';

/** `depends` means that the guard reads the data of the event. `waits` means that XState sends the event (a delay, an invoked actor, `always`). */
export type Likelihood = 'possible' | 'refused' | 'depends' | 'waits';

export interface NextTransition extends Transition {
  readonly likelihood: Likelihood;
  /** Whether the user can send the event. False for events of XState and for wildcards. */
  readonly canBeSent: boolean;
}

/** The transitions of the active states. Evaluates guards that read only the context. */
export function nextTransitions(snapshot: AnyMachineSnapshot): readonly NextTransition[] {
  if (snapshot.status !== 'active') return [];
  return activeNodes(snapshot)
    .toReversed()
    .flatMap(transitionsOf)
    .map((transition) =>
      Object.assign(transition, {
        likelihood: likelihoodOf(transition, snapshot),
        canBeSent: !isSentByXState(transition.eventType) && !transition.eventType.includes('*'),
      }),
    );
}

/** The active state nodes, the root first. */
export function activeNodes({ machine, value }: AnyMachineSnapshot): AnyStateNode[] {
  return [...new Set(getStateNodes(machine.root, value))];
}

function likelihoodOf({ definition: { guard, eventType } }: Transition, snapshot: AnyMachineSnapshot): Likelihood {
  const result = guard === undefined ? 'passes' : evaluate(guard, eventType, snapshot);
  if (result === 'refuses') return 'refused';
  if (isSentByXState(eventType)) return 'waits';
  return result === 'passes' ? 'possible' : 'depends';
}

function isSentByXState(eventType: string): boolean {
  return eventType === '' || isOwnEvent(eventType);
}

/** Evaluates a guard with an event that has no data. Returns `depends` if the guard reads that data or throws. */
function evaluate(
  guard: NonNullable<Transition['definition']['guard']>,
  type: string,
  snapshot: AnyMachineSnapshot,
): 'passes' | 'refuses' | 'depends' {
  let readsData = false;
  const read = () => {
    readsData = true;
  };
  const event = new Proxy(
    { type },
    {
      get: (target, key) => (key === 'type' ? target.type : read()),
      has: (_, key) => key === 'type' || (read(), false),
      ownKeys: (target) => (read(), Reflect.ownKeys(target)),
    },
  );
  try {
    const passes = isPassing(guard, event, snapshot);
    if (readsData) return 'depends';
    return passes ? 'passes' : 'refuses';
  } catch {
    return 'depends';
  }
}

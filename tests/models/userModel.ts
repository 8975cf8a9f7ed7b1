import { createMachine, type AnyMachineSnapshot } from 'xstate';
import { createTestModel } from 'xstate/graph';

/** The states that the user sees, by name. Each lists its possible acts and the state that follows each act. */
export type VisibleStates = Readonly<
  Record<string, { readonly description: string; readonly on: Readonly<Record<string, string>> }>
>;

type ActOf<S extends VisibleStates> = { [State in keyof S]: keyof S[State]['on'] }[keyof S] & string;

/** Performs the acts of a model in a real product, and checks the visible states. */
export interface Driver<S extends VisibleStates> {
  readonly acts: Readonly<Record<ActOf<S>, () => Promise<void>>>;
  readonly checks: Readonly<Record<keyof S & string, () => Promise<void>>>;
  /** A check that must pass in every state. */
  readonly always?: () => Promise<void> | void;
}

/** One path through a model, from its initial state. */
export interface Way<S extends VisibleStates> {
  readonly description: string;
  readonly acts: readonly string[];
  readonly walk: (driver: Driver<S>) => Promise<void>;
}

export interface UserModel<S extends VisibleStates> {
  readonly id: string;
  /** The shortest paths that together visit every state and take every transition. */
  readonly ways: readonly Way<S>[];
  /** The states and transitions that the paths cover. */
  readonly coverage: Readonly<Record<'states' | 'transitions', Coverage>>;
}

interface Coverage {
  readonly taken: number;
  readonly total: number;
}

const INITIAL_EVENT = 'xstate.init';

/** Builds a model of a flow as the user sees it. */
export function userModel<const S extends VisibleStates>(
  id: string,
  initial: keyof S & string,
  visibleStates: S,
): UserModel<S> {
  const states: VisibleStates = visibleStates;
  const model = createTestModel(createMachine({ id, initial, states }), {
    serializeTransition: (_, event, from) =>
      event === undefined || from === undefined ? '' : ` via ${nameOf(from, event.type)}`,
  });
  const paths = model.getShortestPaths();
  const seen = new Set(paths.flatMap(({ steps }) => steps.map(({ state }) => JSON.stringify(state.value))));
  const taken = new Set(
    paths.flatMap(({ steps }) =>
      steps.slice(1).map(({ event }, index) => {
        const from = steps[index]?.state;
        return from === undefined ? '' : nameOf(from, event.type);
      }),
    ),
  );
  const transitions = Object.values(states).flatMap(({ on }) => Object.keys(on));
  return {
    id,
    ways: paths.map((path) => {
      const acts = path.steps.slice(1).map(({ event }) => event.type);
      return {
        description: acts.join(', '),
        acts,
        walk: async ({ acts, checks, always }) => {
          const withAlways = (check: () => Promise<void>) => async () => {
            await check();
            await always?.();
          };
          await path.test({
            events: { [INITIAL_EVENT]: () => undefined, ...acts },
            states: Object.fromEntries(
              Object.entries<() => Promise<void>>(checks).map(([name, check]) => [name, withAlways(check)]),
            ),
          });
        },
      };
    }),
    coverage: {
      states: { taken: seen.size, total: Object.keys(states).length },
      transitions: { taken: taken.size, total: transitions.length },
    },
  };
}

function nameOf(from: AnyMachineSnapshot, act: string): string {
  return `${act} from ${JSON.stringify(from.value)}`;
}

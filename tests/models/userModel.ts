import { createMachine, type AnyMachineSnapshot } from 'xstate';
import { createTestModel } from 'xstate/graph';

/** The states that the user sees, by name. Each lists its possible acts and the state that follows each act. */
export type Sights = Readonly<
  Record<string, { readonly description: string; readonly on: Readonly<Record<string, string>> }>
>;

type ActOf<S extends Sights> = { [Sight in keyof S]: keyof S[Sight]['on'] }[keyof S] & string;

/** Performs the acts of a model in a real product, and checks the visible states. */
export interface Driver<S extends Sights> {
  readonly acts: Readonly<Record<ActOf<S>, () => Promise<void>>>;
  readonly sights: Readonly<Record<keyof S & string, () => Promise<void>>>;
  /** A check that must pass in every state. */
  readonly always?: () => Promise<void> | void;
}

/** One path through a model, from its initial state. */
export interface Way<S extends Sights> {
  readonly description: string;
  readonly acts: readonly string[];
  readonly walk: (driver: Driver<S>) => Promise<void>;
}

export interface UserModel<S extends Sights> {
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

const BEGINNING = 'xstate.init';

/** A model of a flow from the view of the user. */
export function userModel<const S extends Sights>(id: string, initial: keyof S & string, sights: S): UserModel<S> {
  const states: Sights = sights;
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
        walk: async ({ acts, sights, always }) => {
          const check = (sight: () => Promise<void>) => async () => {
            await sight();
            await always?.();
          };
          await path.test({
            events: { [BEGINNING]: () => undefined, ...acts },
            states: Object.fromEntries(
              Object.entries<() => Promise<void>>(sights).map(([name, sight]) => [name, check(sight)]),
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

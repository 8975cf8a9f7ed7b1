import { createMachine, type AnyMachineSnapshot } from 'xstate';
import { createTestModel } from 'xstate/graph';

/** The states that a person sees, by name, and what may happen there: an act, and what is seen after it. */
export type Sights = Readonly<
  Record<string, { readonly description: string; readonly on: Readonly<Record<string, string>> }>
>;

type ActOf<S extends Sights> = { [Sight in keyof S]: keyof S[Sight]['on'] }[keyof S] & string;

/** How the acts of a model are done, and its sights recognised, in one real product. */
export interface Driver<S extends Sights> {
  readonly acts: Readonly<Record<ActOf<S>, () => Promise<void>>>;
  readonly sights: Readonly<Record<keyof S & string, () => Promise<void>>>;
  /** Holds wherever the visitor stands. */
  readonly always?: () => Promise<void> | void;
}

/** One way through a model, from the beginning. */
export interface Way<S extends Sights> {
  readonly description: string;
  readonly acts: readonly string[];
  readonly walk: (driver: Driver<S>) => Promise<void>;
}

export interface UserModel<S extends Sights> {
  readonly id: string;
  /** The fewest shortest ways that see every sight and take every transition. */
  readonly ways: readonly Way<S>[];
  /** How much of the model its ways come through. */
  readonly coverage: Readonly<Record<'states' | 'transitions', Coverage>>;
}

interface Coverage {
  readonly taken: number;
  readonly total: number;
}

const BEGINNING = 'xstate.init';

/** A model of a flow as a person meets it. */
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

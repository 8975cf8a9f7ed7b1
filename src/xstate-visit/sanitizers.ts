import type { AnyEventObject } from 'xstate';

/** The app's functions that change values before the panel shows them. Recordings ignore these functions. They must not mutate their argument. */
export interface Sanitizers {
  /** Returns the event to show. */
  readonly sanitizeEvent?: ((event: AnyEventObject) => unknown) | undefined;
  /** Returns the value to show for a context. Also called with the input and the output of an actor if they are objects. */
  readonly sanitizeContext?: ((context: object) => unknown) | undefined;
}

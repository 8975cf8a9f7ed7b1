import type { AnyEventObject } from 'xstate';

/** Functions of the app that change what the panel shows. A recording does not use them. They must not change their argument. */
export interface Sanitizers {
  /** Returns the event to show. */
  readonly sanitizeEvent?: ((event: AnyEventObject) => unknown) | undefined;
  /** Returns what to show of a context; also of the input and the output of an actor, if it is an object. */
  readonly sanitizeContext?: ((context: object) => unknown) | undefined;
}

import { fromCallback, fromPromise, type EventObject } from 'xstate';

/** A promise actor to be provided by `web/effects`; until then it rejects with its own name. */
export function unprovidedPromise<Output, Input>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor ${name} was not provided`)));
}

/** A callback actor to be provided by `web/effects`; until then it fails with its own name. */
export function unprovidedCallback<Input>(name: string) {
  return fromCallback<EventObject, Input>(() => {
    throw new Error(`The actor ${name} was not provided`);
  });
}

/** An action to be provided by `web/effects`; until then it throws its own name. */
export function unprovidedAction<Params extends object | undefined>(name: string) {
  return (_: unknown, _params: Params): void => failUnprovided(name);
}

/** What such an action does. Beside `enqueueActions` the types of a machine are inferred only from functions written there. */
export function failUnprovided(name: string): void {
  throw new Error(`The action ${name} was not provided`);
}

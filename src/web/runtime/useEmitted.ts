import { useLayoutEffect } from 'react';
import type { AppEvent } from '#machines/appMachine.ts';
import { useRuntime } from './RuntimeContext.ts';

interface Emitting {
  readonly on: (type: '*', listener: (event: AppEvent) => void) => { readonly unsubscribe: () => void };
}

/** Tells the root what a page's actor emits, from its start to its end. */
export function useEmitted(actor: Emitting): void {
  const { app } = useRuntime();

  // Before the actor starts, which it does in an effect of its own.
  useLayoutEffect(() => {
    const subscription = actor.on('*', (event) => app.send(event));
    return () => subscription.unsubscribe();
  }, [actor, app]);
}

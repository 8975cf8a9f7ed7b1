import { createContext, useContext } from 'react';
import type { Runtime } from './openApp.ts';

/** The running product, handed to the views by `AppRoot`. */
export const RuntimeContext = createContext<Runtime | undefined>(undefined);

/** The running product; for the hooks of this room, which let no view reach through to its environment. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (runtime === undefined) throw new Error('This view stands outside of AppRoot');
  return runtime;
}

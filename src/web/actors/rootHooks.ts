import { createContext, useContext } from 'react';
import { actorOf } from '#machines/actors.ts';
import { environmentOf } from '#machines/environment.ts';
import { actorHook } from './actorHook.ts';
import type { App } from './openApp.ts';

export const AppContext = createContext<App | undefined>(undefined);

/** The running root actor, for start-up and the router's bridge. Other views use the hooks below. Throws without `AppContext`. */
export function useAppActor(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('This view needs AppContext');
  return app;
}

const useSystem = () => useAppActor().system;

export const useApp = actorHook(useAppActor);
export const useSession = actorHook(() => actorOf(useSystem(), 'session'));
export const useAuthDialog = actorHook(() => actorOf(useSystem(), 'authDialog'));
export const useInvite = actorHook(() => actorOf(useSystem(), 'invite'));
export const useMovies = actorHook(() => actorOf(useSystem(), 'movies'));
export const useTheme = actorHook(() => actorOf(useSystem(), 'theme'));
export const useOverlay = actorHook(() => actorOf(useSystem(), 'overlay'));
export const useToasts = actorHook(() => actorOf(useSystem(), 'toasts'));
export const useShell = actorHook(() => actorOf(useSystem(), 'shell'));

/** The cinema's IANA time zone. */
export function useZone(): string {
  return environmentOf(useSystem()).clock.zone;
}

import { actorHook } from './actorHook.ts';
import { useRuntime } from './RuntimeContext.ts';

export const useApp = actorHook(() => useRuntime().app);
export const useSession = actorHook(() => useRuntime().session);
export const useAuthDialog = actorHook(() => useRuntime().authDialog);
export const useMovies = actorHook(() => useRuntime().movies);
export const useTheme = actorHook(() => useRuntime().theme);
export const useOverlay = actorHook(() => useRuntime().overlay);
export const useToasts = actorHook(() => useRuntime().toasts);
export const useShell = actorHook(() => useRuntime().shell);

/** The time zone of the cinema. */
export function useZone(): string {
  return useRuntime().environment.clock.zone;
}

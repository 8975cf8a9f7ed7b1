import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { AppSnapshot } from '#machines/appMachine.ts';
import type { AuthDialogSnapshot } from '#machines/authDialogMachine.ts';
import type { MoviesSnapshot } from '#machines/moviesMachine.ts';
import type { OverlaySnapshot } from '#machines/overlayMachine.ts';
import type { SessionSnapshot } from '#machines/sessionMachine.ts';
import type { ShellSnapshot } from '#machines/shellMachine.ts';
import type { ThemeSnapshot } from '#machines/themeMachine.ts';
import type { ToastsSnapshot } from '#machines/toastsMachine.ts';
import type { Runtime } from './startApp.ts';

type Compare<Selected> = (before: Selected, after: Selected) => boolean;

/** The running product, handed to the views by `AppRoot`. */
export const RuntimeContext = createContext<Runtime | undefined>(undefined);

/** The running product; for the hooks of this folder. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (runtime === undefined) throw new Error('This view stands outside of AppRoot');
  return runtime;
}

export function useApp<Selected>(select: (snapshot: AppSnapshot) => Selected) {
  const { app } = useRuntime();
  return useSelector(app, select);
}

export function useSession<Selected>(select: (snapshot: SessionSnapshot) => Selected, compare?: Compare<Selected>) {
  const { session } = useRuntime();
  return [useSelector(session, select, compare), session.send] as const;
}

export function useAuthDialog<Selected>(
  select: (snapshot: AuthDialogSnapshot) => Selected,
  compare?: Compare<Selected>,
) {
  const { authDialog } = useRuntime();
  return [useSelector(authDialog, select, compare), authDialog.send] as const;
}

export function useMovies<Selected>(select: (snapshot: MoviesSnapshot) => Selected, compare?: Compare<Selected>) {
  const { movies } = useRuntime();
  return [useSelector(movies, select, compare), movies.send] as const;
}

export function useTheme<Selected>(select: (snapshot: ThemeSnapshot) => Selected, compare?: Compare<Selected>) {
  const { theme } = useRuntime();
  return [useSelector(theme, select, compare), theme.send] as const;
}

export function useOverlay<Selected>(select: (snapshot: OverlaySnapshot) => Selected, compare?: Compare<Selected>) {
  const { overlay } = useRuntime();
  return [useSelector(overlay, select, compare), overlay.send] as const;
}

export function useToasts<Selected>(select: (snapshot: ToastsSnapshot) => Selected, compare?: Compare<Selected>) {
  const { toasts } = useRuntime();
  return [useSelector(toasts, select, compare), toasts.send] as const;
}

export function useShell<Selected>(select: (snapshot: ShellSnapshot) => Selected, compare?: Compare<Selected>) {
  const { shell } = useRuntime();
  return [useSelector(shell, select, compare), shell.send] as const;
}

import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { NavigateEvent } from '#machines/navigation.ts';
import { useApp, useAppActor } from '../actors/rootHooks.ts';
import { locationAt } from './pages.ts';

/** The only connection of router and machines: navigates when a machine emits `navigate`, and sends each location to the root. */
export function RouterBridge() {
  const app = useAppActor();
  const [page] = useApp((snapshot) => snapshot.children.page);
  const navigate = useNavigate();
  const { pathname, search, state, key }: { pathname: string; search: string; state: unknown; key: string } =
    useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;

  // A layout effect runs before the browser paints, so page, scroll, focus and menus change together.
  useLayoutEffect(() => {
    app.send({ type: 'location.changed', location: locationAt({ pathname, search, state, key }), isReturn });
  }, [app, isReturn, pathname, search, state, key]);

  useEffect(() => {
    const perform = ({ to, replace = false, state }: NavigateEvent) => void navigate(to, { replace, state });
    const subscriptions = [app.on('navigate', perform), page?.on('navigate', perform)];
    return () => subscriptions.forEach((subscription) => subscription?.unsubscribe());
  }, [app, navigate, page]);

  return null;
}

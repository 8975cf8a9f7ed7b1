import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useRuntime } from '../runtime/RuntimeContext.ts';
import { locationAt } from './pages.ts';

/** The one place where router and machines meet: goes where they ask to go, and tells the root where the visitor is. */
export function RouterBridge() {
  const { app, moveTo } = useRuntime();
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;

  // Before the browser paints, so that scroll, focus and menus change with the page.
  useLayoutEffect(() => {
    moveTo({ location: locationAt({ pathname, search }), isReturn }, key);
  }, [moveTo, isReturn, key, pathname, search]);

  useEffect(() => {
    const subscription = app.on('navigate', ({ to, replace = false, state }) => {
      void navigate(to, { replace, state });
    });
    return () => subscription.unsubscribe();
  }, [app, navigate]);

  return null;
}

import { fromCallback, type EventObject } from 'xstate';
import { dependenciesOf } from './dependenciesOf.ts';

/** Milliseconds in which a tab that is shown again and again is told of once. */
const PAUSE = 5000;

/** Tells when this tab is shown again, and when another one has changed something of the account. */
export const watchTabs = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { device, tabs, now } = dependenciesOf(system);
  let toldAt = now();

  const notice = () => {
    if (device.isHidden() || now() - toldAt < PAUSE) return;
    toldAt = now();
    sendBack({ type: 'tab.shown' });
  };
  const stopWatching = device.onVisibilityChange(notice);
  const unsubscribe = tabs.subscribe(() => sendBack({ type: 'account.changed' }));
  return () => {
    stopWatching();
    unsubscribe();
  };
});

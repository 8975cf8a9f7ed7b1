import type { AnyMachineSnapshot, AnyActorRef } from 'xstate';
import { actorOf } from '#machines/actors.ts';
import type { Target } from './steps.ts';
import type { Tab } from './tab.ts';

/** The actor that a view sends events to; undefined if no such view is on the screen. */
export function targetOf(tab: Tab, target: Target): AnyActorRef | undefined {
  if (target === 'page') return pageOf(tab);
  if (target === 'changePassword' || target === 'signOutOthers' || target === 'seatView')
    return pageOf(tab)?.getSnapshot().children[target];
  return actorOf(tab.app.system, target);
}

export function pageOf(tab: Tab): AnyActorRef | undefined {
  return tab.app.getSnapshot().children.page;
}

/** The snapshot of the page's machine if the page runs the machine with this id. */
export function pageSnapshot(tab: Tab, id: string): AnyMachineSnapshot | undefined {
  const snapshot: AnyMachineSnapshot | undefined = pageOf(tab)?.getSnapshot();
  return snapshot?.machine.id === id && snapshot.status === 'active' ? snapshot : undefined;
}

/** The layer on top of the screen. Only its buttons can be pressed. */
export function topLayer(tab: Tab): 'overlay' | 'authDialog' | 'pageDialog' | 'page' {
  const overlay = actorOf(tab.app.system, 'overlay').getSnapshot();
  if (overlay.matches('visible')) return 'overlay';
  if (actorOf(tab.app.system, 'authDialog').getSnapshot().hasTag('open')) return 'authDialog';
  const isBuying = pageSnapshot(tab, 'booking')?.hasTag('reviewing') === true && isSignedIn(tab);
  const isConfirming = pageSnapshot(tab, 'confirmDialog')?.hasTag('open') === true;
  return isBuying || isConfirming ? 'pageDialog' : 'page';
}

export function isSignedIn(tab: Tab): boolean {
  return actorOf(tab.app.system, 'session').getSnapshot().matches('signedIn');
}

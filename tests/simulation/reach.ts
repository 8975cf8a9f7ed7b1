import { isMachineSnapshot, type AnyMachineSnapshot, type AnyActorRef } from 'xstate';
import { actorOf } from '#machines/actors.ts';
import type { BookingSnapshot } from '#machines/bookingMachine.ts';
import type { HallSnapshot } from '#machines/hallMachine.ts';
import type { Target } from './steps.ts';
import type { Tab } from './tab.ts';

const CHILDREN = ['hall', 'dialog', 'seatView', 'changePassword', 'signOutOthers'] as const;

/** The actor that a view sends events to; undefined if no such view is on the screen. */
export function targetOf(tab: Tab, target: Target): AnyActorRef | undefined {
  if (target === 'page') return pageOf(tab);
  if (!isChild(target)) return actorOf(tab.app.system, target);
  const { children } = pageOf(tab)?.getSnapshot() ?? { children: {} };
  // The buy dialog belongs to the hall, any other dialog to its page.
  return children[target] ?? (target === 'dialog' ? children['hall']?.getSnapshot().children.dialog : undefined);
}

function isChild(target: Target): target is (typeof CHILDREN)[number] {
  return CHILDREN.some((child) => child === target);
}

export function pageOf(tab: Tab): AnyActorRef | undefined {
  return tab.app.getSnapshot().children.page;
}

/** The snapshot of the page's machine if the page runs the machine with this id. */
export function pageSnapshot(tab: Tab, id: string): AnyMachineSnapshot | undefined {
  const snapshot: AnyMachineSnapshot | undefined = pageOf(tab)?.getSnapshot();
  return snapshot?.machine.id === id && snapshot.status === 'active' ? snapshot : undefined;
}

/** The snapshot of a film's page. */
export function bookingSnapshot(tab: Tab): BookingSnapshot | undefined {
  const snapshot: unknown = pageOf(tab)?.getSnapshot();
  return isBooking(snapshot) ? snapshot : undefined;
}

/** The snapshot of the open hall. */
export function hallSnapshot(tab: Tab): HallSnapshot | undefined {
  return bookingSnapshot(tab)?.children.hall?.getSnapshot();
}

function isBooking(snapshot: unknown): snapshot is BookingSnapshot {
  return isMachineSnapshot(snapshot) && snapshot.machine.id === 'booking' && snapshot.status === 'active';
}

/** The layer on top of the screen. Only its buttons can be pressed. */
export function topLayer(tab: Tab): 'overlay' | 'authDialog' | 'pageDialog' | 'page' {
  const overlay = actorOf(tab.app.system, 'overlay').getSnapshot();
  if (overlay.matches('visible')) return 'overlay';
  if (actorOf(tab.app.system, 'authDialog').getSnapshot().hasTag('open')) return 'authDialog';
  const isConfirming = targetOf(tab, 'dialog')?.getSnapshot().hasTag('open') === true && isSignedIn(tab);
  return isConfirming ? 'pageDialog' : 'page';
}

export function isSignedIn(tab: Tab): boolean {
  return actorOf(tab.app.system, 'session').getSnapshot().matches('signedIn');
}

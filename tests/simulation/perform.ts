import { ticketPath } from '#domain/paths.ts';
import { actorOf } from '#machines/actors.ts';
import { selectReviewed } from '#machines/hallSelectors.ts';
import type { Device } from './device.ts';
import type { DishonestVisitor } from './dishonestVisitor.ts';
import type { ShownTicket } from './doorBook.ts';
import type { DoorPhone } from './doorPhone.ts';
import type { Network } from './network.ts';
import { bookingSnapshot, hallSnapshot, isSignedIn, pageOf, pageSnapshot, targetOf, topLayer } from './reach.ts';
import type { SimulatedServer } from './server.ts';
import type { ServerAct, DeviceAct, Press, Step, Target } from './steps.ts';
import type { Tab } from './tab.ts';

/** Everything that steps act on. */
export interface World {
  readonly server: SimulatedServer;
  readonly network: Network;
  readonly devices: readonly Device[];
  readonly dishonest: readonly DishonestVisitor[];
  readonly doors: readonly DoorPhone[];
  /** The tickets that visitors can show at a door, oldest first. */
  readonly listTickets: () => Promise<readonly ShownTicket[]>;
  /** The links that visitors have shared. */
  readonly links: string[];
}

const LAYERS: Partial<Record<Target, ReturnType<typeof topLayer>>> = {
  overlay: 'overlay',
  authDialog: 'authDialog',
  dialog: 'pageDialog',
};

/** Carries out a step if it is possible now. A shortened scenario also has impossible steps, which do nothing. */
export async function perform(world: World, step: Step): Promise<void> {
  if ('dishonest' in step) return world.dishonest[step.dishonest]?.act(step.does, world.links);
  if ('door' in step) return world.doors[step.door]?.act(step.does, await world.listTickets());
  if (!('by' in step)) return performOnServer(world, step.does);
  const device = world.devices[step.by];
  if (device === undefined) return;
  if (!('tab' in step)) return performWithDevice(device, step.does);
  const tab = device.tabs[step.tab];
  if (tab !== undefined && !device.isAsleep) tab.run(() => performInTab(world, device, tab, step));
}

/** Whether the press of a button does something: the button is on the top layer, and the machine accepts the event. */
export function canPress(tab: Tab, target: Target, event: Press): boolean {
  const layer = topLayer(tab);
  const isInDialog = layer === 'pageDialog' && isShownInDialog(tab, target, event);
  const actor = targetOf(tab, target);
  return (
    (isInDialog || layer === (LAYERS[target] ?? 'page')) &&
    actor?.getSnapshot().status === 'active' &&
    actor.getSnapshot().can(event)
  );
}

/** Whether the dialog of the page has this button. The buy dialog of the hall has one of the hall's. */
function isShownInDialog(tab: Tab, target: Target, { type }: Press): boolean {
  if (bookingSnapshot(tab) === undefined) return target === 'page';
  return target === 'hall' && type === 'topUp.visit';
}

function performInTab(
  world: World,
  device: Device,
  tab: Tab,
  { by, tab: index, does }: Extract<Step, { readonly tab: number }>,
): void {
  switch (does.act) {
    case 'press':
      if (!canPress(tab, does.at, does.event)) return;
      return targetOf(tab, does.at)?.send(does.event);
    case 'signIn':
    case 'signUp':
      return fillAuthDialog(tab, does.act, does.password);
    case 'confirmPurchase': {
      const hall = hallSnapshot(tab);
      if (hall === undefined || topLayer(tab) !== 'pageDialog') return;
      return targetOf(tab, 'hall')?.send({ type: 'purchase.confirm', reviewed: selectReviewed(hall) });
    }
    case 'back':
      return tab.canGoBack ? tab.go(-1) : undefined;
    case 'forward':
      return tab.canGoForward ? tab.go(1) : undefined;
    case 'reload':
      return tab.reload();
    case 'closeTab':
      return device.tabs.length > 1 ? device.closeTab(index) : undefined;
    case 'showTab':
      return device.show(index);
    case 'visit':
      return topLayer(tab) === 'page' ? tab.visit(does.path) : undefined;
    case 'followLink': {
      const path = world.links[does.nth % Math.max(1, world.links.length)];
      return path === undefined ? undefined : tab.visit(path);
    }
    case 'openTicket': {
      const ticket = ticketAt(tab, does.nth);
      return ticket === undefined || topLayer(tab) !== 'page' ? undefined : tab.visit(ticketPath(ticket.id));
    }
    case 'reviewCancellation': {
      const ticket = ticketAt(tab, does.nth);
      if (ticket === undefined || pageSnapshot(tab, 'myTickets') === undefined || topLayer(tab) !== 'page') return;
      return pageOf(tab)?.send({ type: 'cancellation.review', ticket });
    }
    default:
      throw new Error(`Visitor ${by} cannot do this: ${JSON.stringify(does satisfies never)}`);
  }
}

function ticketAt(tab: Tab, nth: number) {
  const { tickets } = actorOf(tab.app.system, 'session').getSnapshot().context;
  return tickets[nth % Math.max(1, tickets.length)];
}

function fillAuthDialog(tab: Tab, act: 'signIn' | 'signUp', password: string): void {
  const dialog = actorOf(tab.app.system, 'authDialog');
  if (isSignedIn(tab) || topLayer(tab) === 'overlay') return;
  if (!dialog.getSnapshot().hasTag('open')) dialog.send({ type: 'auth.open' });
  if (dialog.getSnapshot().hasTag('submitting')) return;
  const { username, age } = tab.device.person;
  const values = { username, displayName: username, age: String(age), password, confirmPassword: password };
  if (!dialog.getSnapshot().hasTag(act)) dialog.send({ type: 'auth.switch', values });
  dialog.send({ type: 'form.check', touched: ['username'], values });
  if (act === 'signUp') tab.device.person.isSignedUp = true;
  dialog.send({ type: 'auth.submit', values });
}

function performWithDevice(device: Device, does: DeviceAct): void {
  switch (does.act) {
    case 'goOffline':
      return device.goOffline();
    case 'goOnline':
      return device.goOnline();
    case 'sleep':
      return device.sleep();
    case 'wake':
      return device.wake();
    case 'openTab':
      return device.tabs.length < 3 && !device.isAsleep ? device.openTab(does.path) : undefined;
    default:
      return does;
  }
}

async function performOnServer({ server, network }: World, does: ServerAct): Promise<void> {
  switch (does.act) {
    case 'nothing':
    case 'rest':
      return;
    case 'start':
      return server.isUp ? undefined : server.start();
    case 'crash':
      return server.crash(does.afterStatements);
    case 'restart':
      if (!server.isUp) return;
      await server.stop();
      return server.start();
    case 'cutFeeds':
      return network.cutFeeds();
    default:
      return does;
  }
}

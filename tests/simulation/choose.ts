import { TOP_UP_PRESETS, WITHDRAW_PRESETS } from '#domain/money.ts';
import { moviePath } from '#domain/paths.ts';
import { isTimeOpen } from '#domain/schedule.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import { actorOf } from '#machines/actors.ts';
import { selectAgeIfTooYoung, selectVisitor } from '#machines/bookingSelectors.ts';
import { shortfallOf } from '#machines/hallModel.ts';
import { selectIsSharer, selectShare } from '#machines/hallSelectors.ts';
import { chooseDishonestStep } from './chooseDishonest.ts';
import { chooseDoorStep } from './chooseDoor.ts';
import type { Device } from './device.ts';
import { canPress, type World } from './perform.ts';
import { pickWeighted, type Random } from './random.ts';
import { bookingSnapshot, hallSnapshot, isSignedIn, pageSnapshot, topLayer } from './reach.ts';
import { MOVIES } from './server.ts';
import type { ServerAct, DeviceAct, Press, Step, TabAct, Target } from './steps.ts';
import { PLAIN_PATHS, type Tab } from './tab.ts';

type Weighted<Value> = { readonly weight: number; readonly value: Value };

const MINUTE = 60_000;
/** Few seats, so that visitors want the same ones. */
const SEATS = 8;
const WRONG_PASSWORD = 'not my password';

/** Chooses the next step among those that are possible now. */
export function chooseStep(world: World, random: Random): Step {
  if (!world.server.isUp && random.chance(0.2)) return { does: { act: 'start' }, ms: pauseAfter(random) };
  if (random.chance(0.04)) return { does: chooseOnServer(random), ms: pauseAfter(random) };
  const dishonest = random.chance(0.25) ? chooseDishonestStep(world, random) : undefined;
  if (dishonest !== undefined) return dishonest;
  const atDoor = random.chance(0.15) ? chooseDoorStep(world, random) : undefined;
  if (atDoor !== undefined) return atDoor;
  const by = random.below(world.devices.length);
  const device = world.devices[by];
  if (device === undefined) throw new Error('There is no such visitor');
  if (device.isAsleep || !device.isOnline || random.chance(0.05)) {
    const does = chooseWithDevice(device, random);
    if (does !== undefined) return { by, does, ms: pauseAfter(random) };
  }
  const tab = random.below(device.tabs.length);
  const shown = device.tabs[tab];
  const does = shown === undefined ? undefined : pickWeighted(random, actsIn(shown, world, random));
  return does === undefined
    ? { does: { act: 'nothing' }, ms: pauseAfter(random) }
    : { by, tab, does, ms: pauseAfter(random) };
}

/** Often no time at all, so that several visitors act at once. Sometimes long enough for a hold to expire. */
function pauseAfter(random: Random): number {
  if (random.chance(0.35)) return 0;
  if (random.chance(0.85)) return random.below(1500);
  return random.chance(0.95) ? random.below(40_000) : random.below(20 * MINUTE);
}

function chooseOnServer(random: Random): ServerAct {
  const acts: Weighted<ServerAct>[] = [
    { weight: 4, value: { act: 'nothing' } },
    { weight: 4, value: { act: 'crash', afterStatements: random.below(12) } },
    { weight: 2, value: { act: 'restart' } },
    { weight: 2, value: { act: 'cutFeeds' } },
  ];
  return pickWeighted(random, acts) ?? { act: 'nothing' };
}

function chooseWithDevice(device: Device, random: Random): DeviceAct | undefined {
  if (device.isAsleep) return random.chance(0.3) ? { act: 'wake' } : undefined;
  if (!device.isOnline) return random.chance(0.3) ? { act: 'goOnline' } : undefined;
  const acts: Weighted<DeviceAct>[] = [
    { weight: 2, value: { act: 'goOffline' } },
    { weight: 2, value: { act: 'sleep' } },
    { weight: device.tabs.length < 3 ? 3 : 0, value: { act: 'openTab', path: anyPath(random) } },
  ];
  return pickWeighted(random, acts);
}

function actsIn(tab: Tab, world: World, random: Random): Weighted<TabAct>[] {
  const always: Weighted<TabAct>[] = [
    { weight: tab.canGoBack ? 0.3 : 0, value: { act: 'back' } },
    { weight: tab.canGoForward ? 0.3 : 0, value: { act: 'forward' } },
    { weight: 0.15, value: { act: 'reload' } },
    { weight: tab.isHidden ? 3 : 0, value: { act: 'showTab' } },
    { weight: tab.device.tabs.length > 1 ? 0.3 : 0, value: { act: 'closeTab' } },
  ];
  switch (topLayer(tab)) {
    case 'overlay':
      return [...always, ...presses(tab, 'overlay', [[3, { type: 'overlay.dismiss' }]])];
    case 'authDialog':
      return [...always, ...actsInAuthDialog(tab, random)];
    case 'pageDialog':
      return [...always, ...actsInDialog(tab, random)];
    case 'page':
    default:
      return [...always, ...actsOnPage(tab, world, random)];
  }
}

function actsInAuthDialog(tab: Tab, random: Random): Weighted<TabAct>[] {
  const { person } = tab.device;
  const password = random.chance(0.92) ? person.password : WRONG_PASSWORD;
  if (actorOf(tab.app.system, 'authDialog').getSnapshot().hasTag('submitting'))
    return presses(tab, 'authDialog', [[0.2, { type: 'auth.close' }]]);
  return [
    { weight: person.isSignedUp ? 6 : 1, value: { act: 'signIn', password } },
    { weight: person.isSignedUp ? 0.5 : 6, value: { act: 'signUp', password: person.password } },
    ...presses(tab, 'authDialog', [[1, { type: 'auth.close' }]]),
  ];
}

function actsInDialog(tab: Tab, random: Random): Weighted<TabAct>[] {
  const booking = bookingSnapshot(tab);
  if (booking !== undefined) {
    const hall = hallSnapshot(tab);
    const shortfall = hall === undefined ? 0 : shortfallOf(hall.context);
    const isReady =
      hall?.matches({ seats: { shown: { reviewing: 'confirming' } } }) === true &&
      selectAgeIfTooYoung(booking) === undefined;
    return [
      { weight: !isReady ? 0 : shortfall > 0 ? 1 : 12, value: { act: 'confirmPurchase' } },
      ...presses(tab, 'dialog', [[1, { type: 'dialog.back' }]]),
      ...presses(tab, 'hall', [[shortfall > 0 ? 6 : 0, { type: 'topUp.visit' }]]),
    ];
  }
  const { person } = tab.device;
  const password = random.chance(0.93) ? person.password : random.pick(['', WRONG_PASSWORD]);
  return [
    ...presses(tab, 'page', [
      [10, { type: 'amount.confirm', password }],
      [10, { type: 'cancellation.confirm', password }],
    ]),
    ...presses(tab, 'dialog', [[1, { type: 'dialog.back' }]]),
  ];
}

function actsOnPage(tab: Tab, world: World, random: Random): Weighted<TabAct>[] {
  const { person } = tab.device;
  const signedIn = isSignedIn(tab);
  const isBusy = hallSnapshot(tab)?.hasTag('seats') === true || pageSnapshot(tab, 'amountForm') !== undefined;
  return [
    { weight: isBusy ? 0.2 : 1, value: { act: 'visit', path: anyPath(random) } },
    { weight: isBusy ? 0.2 : 2, value: { act: 'visit', path: moviePath(popularFilm(random)) } },
    { weight: world.links.length > 0 ? 0.5 : 0, value: { act: 'followLink', nth: random.below(8) } },
    { weight: signedIn ? 0 : 8, value: { act: person.isSignedUp ? 'signIn' : 'signUp', password: person.password } },
    ...(signedIn ? actsOfUser(tab, random) : []),
    ...presses(tab, 'movies', [[2, { type: 'movies.retry' }]]),
    ...presses(tab, 'movies', [[0.1, { type: 'movies.search', text: random.pick(['', 'kid', 'x']) }]]),
    ...presses(tab, 'theme', [[0.1, { type: 'theme.toggle' }]]),
    ...presses(tab, 'seatView', [[0.1, { type: 'seatView.toggle' }]]),
    ...presses(tab, 'shell', [
      [0.1, { type: random.pick(['drawer.open', 'drawer.close', 'userMenu.toggle', 'userMenu.close']) }],
    ]),
    ...actsOnBooking(tab, random),
    ...actsOnForm(tab, random),
    ...presses(tab, 'page', [
      [3, { type: 'ticket.retry' }],
      [0.1, { type: 'ticket.print' }],
      [0.3, { type: 'savedTicket.remove' }],
      [2, { type: 'transactions.retry' }],
      [2, { type: 'transactions.showMore' }],
    ]),
    ...presses(tab, 'session', [
      [3, { type: 'session.retry' }],
      [3, { type: 'tickets.retry' }],
    ]),
  ];
}

function actsOfUser(tab: Tab, random: Random): Weighted<TabAct>[] {
  const nth = random.below(6);
  const { tickets } = actorOf(tab.app.system, 'session').getSnapshot().context;
  const has = tickets.length > 0 ? 1 : 0;
  return [
    { weight: has, value: { act: 'openTicket', nth } },
    {
      weight: pageSnapshot(tab, 'myTickets') === undefined ? 0 : 6 * has,
      value: { act: 'reviewCancellation', nth },
    },
    ...presses(tab, 'signOutOthers', [[1.5, { type: 'others.signOut' }]]),
    ...presses(tab, 'session', [[0.1, { type: 'session.signOut' }]]),
  ];
}

function actsOnBooking(tab: Tab, random: Random): Weighted<TabAct>[] {
  const booking = bookingSnapshot(tab);
  if (booking === undefined) return [];
  const { offer, showtime } = booking.context;
  const hall = hallSnapshot(tab);
  const [today, tomorrow] = offer.days;
  const day = random.chance(0.8) ? today : tomorrow;
  const times = SHOWTIMES.filter((time) => isTimeOpen(showtime.date, time, booking.context)).slice(
    0,
    random.chance(0.85) ? 1 : 2,
  );
  const isOpen = hall?.hasTag('seats') === true;
  const isSharer = hall !== undefined && selectShare(hall) !== undefined && selectIsSharer(hall);
  const canBuy = selectVisitor(booking) !== 'signedOut';
  const hasSelected = hall !== undefined && hall.context.selected.length > 0;
  return [
    ...presses(tab, 'page', [
      [showtime.date === undefined ? 8 : 0.4, { type: 'date.choose', date: day?.date ?? '' }],
      [isOpen ? 0.4 : 8, { type: 'time.choose', time: random.pick([...times, SHOWTIMES[0]]) }],
      [canBuy && hall === undefined ? 0.2 : 0, { type: 'purchase.review' }],
      [3, { type: 'movie.retry' }],
    ]),
    ...presses(tab, 'hall', [
      [isOpen ? 4 : 0, { type: 'seat.toggle', seatNumber: 1 + random.below(SEATS) }],
      [isOpen ? 2 : 0, { type: 'seats.suggest', count: 1 + random.below(6) }],
      [!canBuy ? 0 : hasSelected ? 8 : 0.2, { type: 'purchase.review' }],
      [3, { type: 'seats.share' }],
      [isSharer ? 1 : 0, { type: 'share.send' }],
      [isSharer ? 0.7 : 0, { type: 'share.stop' }],
      [1, { type: 'topUp.visit' }],
      [3, { type: 'seats.retry' }],
    ]),
  ];
}

function actsOnForm(tab: Tab, random: Random): Weighted<TabAct>[] {
  const form = pageSnapshot(tab, 'amountForm');
  if (form === undefined) return [];
  const presets = form.context.kind === 'topUp' ? TOP_UP_PRESETS : WITHDRAW_PRESETS;
  return presses(tab, 'page', [
    [4, { type: 'amount.change', text: String(random.pick([...presets])) }],
    [4, { type: 'amount.review' }],
  ]);
}

function presses(
  tab: Tab,
  at: Target,
  events: readonly (readonly [weight: number, event: Press])[],
): Weighted<TabAct>[] {
  return events
    .filter(([weight, event]) => weight > 0 && canPress(tab, at, event))
    .map(([weight, event]) => ({ weight, value: { act: 'press', at, event } }));
}

/** Most visitors want to see the same film. */
function popularFilm(random: Random): string {
  const [first, ...others] = MOVIES.map(({ title }) => title);
  return first !== undefined && random.chance(0.75) ? first : random.pick(others);
}

function anyPath(random: Random): string {
  return random.pick([...PLAIN_PATHS, ...MOVIES.map(({ title }) => moviePath(title))]);
}

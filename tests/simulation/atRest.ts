import { isDeepStrictEqual } from 'node:util';
import { isMachineSnapshot } from 'xstate';
import { holdForUser, isShareKnown, keptSeats, sharedSeats } from '#domain/hall.ts';
import { startIn } from '#domain/schedule.ts';
import { sortSeats } from '#domain/seats.ts';
import { LONGEST_HOLD } from '#domain/timings.ts';
import { actorOf } from '#machines/actors.ts';
import type { HallSnapshot } from '#machines/hallMachine.ts';
import { selectSold } from '#machines/hallSelectors.ts';
import { actorsOf } from './rules.ts';
import type { World } from './perform.ts';
import { bookingSnapshot, hallSnapshot, pageSnapshot } from './reach.ts';
import type { SimulatedServer } from './server.ts';
import type { Tab } from './tab.ts';

const BUSY_TAGS = ['busy', 'buying', 'submitting'] as const;

/** The disagreements between screens and database once nothing is going on any more. */
export async function brokenAtRest({ server, network, devices }: World): Promise<string[]> {
  const breaches: string[] = [];
  if (network.requestsInProgress > 0) breaches.push(`${network.requestsInProgress} requests never ended`);
  for (const { tabs, name } of devices) {
    for (const tab of tabs) {
      for (const breach of [
        ...brokenActors(tab),
        ...brokenPage(tab),
        ...(await brokenAccount(server, tab)),
        ...(await brokenHall(server, tab)),
      ])
        breaches.push(`${name} at ${tab.path}: ${breach}`);
    }
  }
  return breaches;
}

/** Nothing waits for a response, covers the page, or still runs. */
function brokenActors(tab: Tab): string[] {
  return actorsOf(tab).flatMap((actor) => {
    const snapshot: unknown = actor.getSnapshot();
    if (!isMachineSnapshot(snapshot)) return [];
    const { id } = snapshot.machine;
    const isBusy = BUSY_TAGS.some((tag) => snapshot.hasTag(tag));
    const isRunningCommand = id === 'command' && snapshot.status === 'active';
    const isCovered = id === 'overlay' && !snapshot.matches('hidden');
    const isUnsettled = id === 'shell' && snapshot.context.unsettled !== 0;
    const isLoading = Object.keys(snapshot.children).some((child) => LOADING.has(child));
    return isBusy || isRunningCommand || isCovered || isUnsettled || isLoading
      ? [`${id} is stuck in ${JSON.stringify(snapshot.value)}`]
      : [];
  });
}

/** Actors that end with a response. */
const LOADING = new Set([
  'loadUser',
  'loadAccount',
  'revokeToken',
  'loadMovies',
  'refreshMovies',
  'loadMovie',
  'loadSeats',
  'changeHold',
  'recallShare',
  'computeMarks',
  'loadFirst',
  'loadMore',
  'carryOut',
  'recordSeats',
]);

const PASSING = ['unknown', 'arriving', 'restoring', 'unreachable', 'loading', 'failed', 'leaving'] as const;

/** The page is shown or asks for a sign-in, and shows the same user and ticket as the session. */
function brokenPage(tab: Tab): string[] {
  const app = tab.app.getSnapshot();
  const { user, tickets } = actorOf(tab.app.system, 'session').getSnapshot().context;
  const passing = PASSING.filter((state) => app.matches({ location: state }));
  const viewer = bookingSnapshot(tab)?.context.viewer;
  const hall = hallSnapshot(tab);
  const isOpen = hall?.children.dialog?.getSnapshot().hasTag('open') === true;
  const ticket = pageSnapshot(tab, 'ticket');
  const isOwned = tickets.some(({ id }) => id === ticket?.context.ticketId);
  return [
    ...passing.map((state) => `the page is still ${state}`),
    ...(bookingSnapshot(tab) === undefined || (viewer !== 'awaited' && viewer?.balance === user?.balance)
      ? []
      : [`the film's page shows the viewer ${JSON.stringify(viewer)}, the session a balance of ${user?.balance}`]),
    ...(hall === undefined || isDeepStrictEqual(hall.context.viewer, viewer)
      ? []
      : [`the hall has the viewer ${JSON.stringify(hall.context.viewer)}, its page ${JSON.stringify(viewer)}`]),
    ...(hall?.hasTag('seats') !== true || hall.matches({ seats: { shown: 'reviewing' } }) === isOpen
      ? []
      : [`the buy dialog is ${isOpen ? 'open' : 'closed'}, but the hall is in ${JSON.stringify(hall.value)}`]),
    ...(ticket === undefined || isOwned === ticket.matches({ shown: 'current' })
      ? []
      : [`the ticket's page is ${JSON.stringify(ticket.value)}, but the user ${isOwned ? 'has' : 'does not have'} it`]),
  ];
}

async function brokenAccount({ db }: SimulatedServer, tab: Tab): Promise<string[]> {
  const session = actorOf(tab.app.system, 'session').getSnapshot();
  if (session.matches('signedOut')) return [];
  const { user, tickets } = session.context;
  if (user === undefined || !session.matches('signedIn')) return [`the session is ${JSON.stringify(session.value)}`];
  const row = await db.selectFrom('users').select('balance').where('id', '=', user.id).executeTakeFirst();
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', user.id)
    .where('cancelled_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const shown = tickets.map(({ id }) => id);
  const owned = rows.map(({ id }) => id);
  return [
    ...(row?.balance === user.balance ? [] : [`the balance shown is ${user.balance}, but it is ${row?.balance}`]),
    ...(isDeepStrictEqual(shown, owned)
      ? []
      : [`the tickets shown are ${shown.join() || 'none'}, but they are ${owned.join() || 'none'}`]),
  ];
}

async function brokenHall({ db, now }: SimulatedServer, tab: Tab): Promise<string[]> {
  const booking = bookingSnapshot(tab);
  const snapshot = hallSnapshot(tab);
  if (booking?.matches({ choosing: 'hall' }) !== true) return [];
  if (snapshot === undefined) return ['the page has no hall'];
  if (!snapshot.hasTag('seats')) return [];
  const shownSold = selectSold(snapshot);
  const hall = snapshot.context;
  const { report, screening, selected, viewer } = hall;
  const held = sortSeats((report?.holds ?? []).flatMap(({ seatNumbers }) => seatNumbers));
  const hold = holdForUser(hall);
  const rows = await db
    .selectFrom('taken_seats')
    .innerJoin('movies', 'movies.id', 'taken_seats.movie_id')
    .select(['seat_number', 'ticket_id', 'held_until', 'held_by', 'starts_at'])
    .where('movies.title', '=', screening.title)
    .orderBy('seat_number')
    .execute();
  const startsAt = startIn(booking.context.offer, { showtimeDate: screening.date, showtimeTime: screening.time });
  const here = rows.filter((row) => row.starts_at === startsAt);
  const sold = here.filter((row) => row.ticket_id !== null).map((row) => row.seat_number);
  const heldRows = here.filter(
    ({ ticket_id: ticket, held_until: until }) =>
      ticket === null && until !== null && until > now && until <= now + LONGEST_HOLD,
  );
  const inHold = heldRows.map((row) => row.seat_number);
  const justEnded = here.filter((row) => row.ticket_id === null && isJustEnded(row.held_until ?? 0, now));
  const shownHeld = held.filter((seat) => !justEnded.some((row) => row.seat_number === seat));
  const user = actorOf(tab.app.system, 'session').getSnapshot().context.user;
  const own = heldRows.filter((row) => row.held_by === user?.id).map((row) => row.seat_number);
  const free = new Set([...own, ...keptSeats(hall)]);
  // A signed-out visitor keeps the seats that others hold selected.
  const lost = selected.filter(
    (seat) => sold.includes(seat) || (viewer !== undefined && inHold.includes(seat) && !free.has(seat)),
  );
  return [
    ...(lost.length === 0 ? [] : [`seats ${lost.join()} are selected, but another user has them`]),
    ...(isDeepStrictEqual([...shownSold], sold)
      ? []
      : [`the hall shows ${shownSold.join() || 'no seats'} as sold, but ${sold.join() || 'none'} are`]),
    ...(isDeepStrictEqual(shownHeld, inHold)
      ? []
      : [`the hall shows ${held.join() || 'no seats'} as held, but ${inHold.join() || 'none'} are`]),
    ...(await brokenShare(db, snapshot)),
    ...(hold === undefined || viewer === undefined || hold.seatNumbers.every((seat) => own.includes(seat))
      ? []
      : [`the hall says that ${hold.seatNumbers.join()} are held for the user, but only ${own.join() || 'none'} are`]),
  ];
}

/** The feed needs up to a second, and the response a moment, to say that a hold has ended. */
const FEED_DELAY = 2000;

function isJustEnded(until: number, now: number): boolean {
  return until <= now && until > now - FEED_DELAY;
}

/** Seats that the hall shows as kept for friends are held under the code of the page. */
async function brokenShare(db: SimulatedServer['db'], { context: hall }: HallSnapshot): Promise<string[]> {
  const { shareCode } = hall;
  if (!isShareKnown(hall)) return ['it is unknown whether seats are shared'];
  const share = sharedSeats(hall);
  if (share === undefined || shareCode === undefined) return [];
  const rows = await db
    .selectFrom('holds')
    .innerJoin('taken_seats', 'taken_seats.hold_id', 'holds.id')
    .select('taken_seats.seat_number')
    .where('holds.code', '=', shareCode)
    .where('taken_seats.ticket_id', 'is', null)
    .orderBy('taken_seats.seat_number')
    .execute();
  const held = rows.map((row) => row.seat_number);
  return isDeepStrictEqual([...share.seatNumbers], held)
    ? []
    : [`the hall keeps ${share.seatNumbers.join() || 'no seats'} for friends, but ${held.join() || 'none'} are held`];
}

import { expect } from 'vitest';
import { retryDelay, CallFailed, isOutcomeUnknown } from '#domain/failure.ts';
import { isSameBooking } from '#domain/booking.ts';
import { isShowtimeOpen } from '#domain/schedule.ts';
import { takenMessage } from '#domain/seatNames.ts';
import { isSeatSelection, MAXIMUM_SEATS, sortSeats } from '#domain/seats.ts';
import { messages } from '#domain/messages.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Booking } from '#contract/booking.ts';
import { selectReviewed, selectTaken } from '#machines/bookingSelectors.ts';
import { isRunning } from '#machines/commandProgress.ts';
import { metropolis, ticketOf } from '../fixtures/people.ts';
import { matinee, setUpBooking, setUpRoot, setUpSeats } from '../machines/setUpBooking.ts';
import { APPROACHES, type Beginning, type Call, type Command } from './bookingCommands.ts';

type Page = ReturnType<typeof setUpBooking>;
type Snapshot = ReturnType<Page['actor']['getSnapshot']>;

/** A request that gets a response, and whether its actor is still running. */
type Settled = { readonly call: Call; readonly isAwaited: boolean };

const CALLS = ['loadMovie', 'loadHall', 'loadSeats', 'bookTickets', 'recordSeats'] as const;

/** Every screening that a walk can open. */
const SCREENINGS: readonly Screening[] = ['Metropolis', 'Nosferatu'].flatMap((title) =>
  ['05 Mar', '06 Mar'].flatMap((date) => ['14.30', '20.35'].map((time) => ({ title, date, time }))),
);

/** Plays a walk over movie pages and the purchase, checks every rule after each step, and returns the visited states. */
export async function playBooking(beginning: Beginning, walk: readonly Command[]): Promise<string[]> {
  const root = setUpRoot();
  root.savedSeats.save(matinee, beginning.saved);
  let page = beginning.at === 'page' ? setUpBooking(root) : await setUpSeats({ root });
  let rendered = selectReviewed(page.actor.getSnapshot());
  const rules = watchRules(page);
  const visited: string[] = [];
  for (const command of [...APPROACHES[beginning.at], ...walk]) {
    if (command.act === 'visit') {
      page = visitPage(page, command);
      rules.begin(page);
    } else if (page.actor.getSnapshot().status === 'active') {
      const reviewed = command.act === 'confirm' && command.reviewed === 'before' ? rendered : dialogOf(page);
      const settled = settledBy(page, command);
      rendered = dialogOf(page);
      await perform(page, command, reviewed, settled);
      rules.check(page, command, reviewed, settled);
    }
    visited.push(nameOf(page));
  }
  root.app.stop();
  return visited;
}

/** Navigates from one page to another with the same visitor. */
function visitPage(page: Page, { title, showtime }: Extract<Command, { act: 'visit' }>): Page {
  const { viewer } = page.actor.getSnapshot().context;
  const next = setUpBooking(page.root, title);
  next.actor.send({ type: 'viewer.changed', viewer });
  next.actor.send({ type: 'showtime.changed', showtime, beside: [], together: undefined });
  return next;
}

async function perform(page: Page, command: Command, reviewed: Booking, settled: Settled | undefined): Promise<void> {
  const { actor, app, clock } = page;
  switch (command.act) {
    case 'toggle':
      return actor.send({ type: 'seat.toggle', seatNumber: command.seat });
    case 'suggest':
      return actor.send({ type: 'seats.suggest', count: command.count });
    case 'press':
      return actor.send({ type: command.button });
    case 'confirm':
      return actor.send({ type: 'purchase.confirm', reviewed });
    case 'goTo':
      return actor.send({ type: 'showtime.changed', showtime: command.showtime, beside: [], together: undefined });
    case 'chooseDate':
      return actor.send({ type: 'date.choose', date: command.date });
    case 'chooseTime':
      return actor.send({ type: 'time.choose', time: command.time });
    case 'become':
      if (command.viewer !== undefined && !app.getSnapshot().matches({ visitor: 'signedIn' })) {
        app.send({ type: 'session.signedIn' });
      }
      return actor.send({ type: 'viewer.changed', viewer: command.viewer });
    case 'seatsChanged':
      return actor.send({ type: 'seats.changed', seatNumbers: changedSeats(page, command) });
    case 'feed':
      return command.fact === 'lost' ? page.loseFeed() : page.regainFeed();
    case 'wait':
      return clock.increment(command.milliseconds);
    case 'goOnline':
      return page.goOnline();
    case 'signOut':
      app.send({ type: 'session.signedOut' });
      return actor.send({ type: 'viewer.changed', viewer: undefined });
    case 'tick':
      return actor.send({ type: 'clock.ticked', now: Date.parse(`2026-03-05T${command.now}:00+07:00`) });
    case 'answer':
      return answer(page, command, settled);
    case 'refuse':
      return refuse(page, command, settled);
    case 'visit':
      return;
    default:
      return command;
  }
}

/** The sold seats of the visible hall according to a step. Undefined if the step reports none. */
function soldIn(page: Page, command: Command, settled: Settled | undefined): readonly number[] | undefined {
  if (command.act === 'seatsChanged') return changedSeats(page, command);
  const isAnswered = command.act === 'answer' && settled?.call === 'loadSeats' && settled.isAwaited;
  return isAnswered ? command.hall : undefined;
}

/** The sold seats in an event of the feed, which can include the seats of the visitor's last purchase request. */
function changedSeats(page: Page, { sold, own }: Extract<Command, { act: 'seatsChanged' }>): number[] {
  return sortSeats([...new Set([...sold, ...(own ? lastSeats(page) : [])])]);
}

/** Answers the last request of its kind. An abandoned request gets a response too, which must change nothing. */
async function answer(page: Page, { hall }: Extract<Command, { act: 'answer' }>, settled: Settled | undefined) {
  const call = settled?.call;
  switch (call) {
    case undefined:
      return;
    case 'loadMovie':
      return page.loadMovie.answer({ ...metropolis, title: page.loadMovie.inputs().at(-1)?.title ?? '' });
    case 'loadHall':
      return page.openHall(hall);
    case 'loadSeats':
      return page.loadSeats.answer({ seatNumbers: hall });
    case 'bookTickets':
      return page.bookTickets.answer(ticketOf('t1', lastSeats(page)));
    case 'recordSeats':
      return page.recordSeats.answer({});
    default:
      return call;
  }
}

async function refuse(page: Page, { code }: Extract<Command, { act: 'refuse' }>, settled: Settled | undefined) {
  if (settled === undefined) return;
  await page[settled.call].fail(failureWith(page, code));
}

function failureWith(page: Page, code: string): CallFailed {
  const seatNumbers = code === 'seat_taken' ? lastSeats(page).slice(0, 1) : [];
  return new CallFailed({ code, message: `Sorry: ${code}`, seatNumbers });
}

/** The request that a command answers. Undefined if no such request was sent. */
function settledBy(page: Page, command: Command): Settled | undefined {
  if (command.act !== 'answer' && command.act !== 'refuse') return undefined;
  const call = CALLS.find((each) =>
    command.call === 'pending' ? page[each].isAwaited() : each === command.call && page[each].inputs().length > 0,
  );
  return call && { call, isAwaited: page[call].isAwaited() };
}

function lastSeats({ bookTickets }: Page): number[] {
  return bookTickets.inputs().at(-1)?.booking.seatNumbers ?? [];
}

function dialogOf({ actor }: Page): Booking {
  return selectReviewed(actor.getSnapshot());
}

/** Checks the rules of the specification by comparing the visible state before and after each step. */
function watchRules(first: Page) {
  let before = seen(first);
  let unsettled: { readonly since: number; readonly attempts: number } | undefined;
  let boughtAt: number | undefined;
  let tickets = 0;
  const bodies = new Map<string, string>();

  return {
    /** Starts observing a new page. The observations of the previous page do not apply to it. */
    begin(page: Page) {
      expect(page.bookTickets.inputs(), 'opening a page buys nothing').toHaveLength(before.calls);
      expect(page.received, 'opening a page shows no message').toHaveLength(before.received);
      expect(savedNow(page), 'navigating between pages keeps the saved seats').toEqual(before.saved);
      boughtAt = undefined;
      before = seen(page);
    },

    check(page: Page, command: Command, reviewed: Booking, settled: Settled | undefined) {
      const after = seen(page);
      const { booked, selected, failure, viewer } = after.snapshot.context;
      const received = page.received.slice(before.received);
      const texts = received.flatMap((fact) => (fact.type === 'notify' ? [fact['notification'].text] : []));
      const isOpened = command.act === 'answer' && settled?.call === 'loadHall' && settled.isAwaited;
      const isSettling = settled?.call === 'bookTickets' && settled.isAwaited;

      expect(
        selected.length === 0 || isSeatSelection(selected),
        'the selection has at most as many seats as a purchase allows, and no seat twice',
      ).toBe(true);
      expect(selected, 'the selection is ascending').toEqual(sortSeats(selected));
      expect(common(selected, booked), 'no seat is both booked and selected').toEqual([]);
      if (after.isInHall) {
        const own = ownSeats(after);
        expect(common(selected, own), 'seats of the own purchase cannot be selected again').toEqual([]);
        expect(common(own, selectTaken(after.snapshot)), 'seats of the own purchase show as taken').toEqual(own);
      }
      if (isOnOtherPage(before.snapshot, after.snapshot)) {
        expect(selected, 'changing the showtime clears the selection').toEqual([]);
        expect(failure, 'changing the showtime clears the alert').toBeUndefined();
      }
      if (command.act === 'toggle') {
        expect(after.snapshot.value, 'toggling a seat does not change the state').toEqual(before.snapshot.value);
        expect(selected, 'toggling a seat adds or removes at most that seat').toEqual(toggled(before, command.seat));
      } else if (command.act === 'suggest') {
        expect(after.snapshot.value, 'a suggestion does not change the state').toEqual(before.snapshot.value);
        const isTaken = selected.join() !== before.snapshot.context.selected.join();
        expect(isTaken ? selected.length : command.count, 'a suggestion selects the requested number of seats').toBe(
          command.count,
        );
      } else if (!isOpened) {
        expect(
          selected.filter((seat) => !before.snapshot.context.selected.includes(seat)),
          'only a click, a suggestion or loading a hall with saved seats adds to the selection',
        ).toEqual([]);
      }

      const changesSeats = command.act === 'seatsChanged' || (settled?.call === 'loadSeats' && settled.isAwaited);
      const gone = before.snapshot.context.selected.filter((seat) => !selected.includes(seat));
      if (changesSeats && !before.isInHall) expect(gone, 'the feed removes no seat of a running purchase').toEqual([]);
      const lost = changesSeats ? gone : isOpened ? savedInVain(before, command.hall) : [];
      expect(
        texts.filter(isLoss),
        'one message names the seats that other users took, and there is none otherwise',
      ).toEqual(lost.length > 0 ? [takenMessage(lost)] : []);
      if (lost.length > 0) expect(nameOf(page), 'losing a seat closes the dialog').toBe('choosing.hall.choosingSeats');
      else if (changesSeats)
        expect(after.snapshot.value, 'changes of other seats do not change the state').toEqual(before.snapshot.value);
      const sold = soldIn(page, command, settled);
      if (sold !== undefined && before.isInHall) expect(booked, 'the hall shows the sold seats').toEqual(sold);

      const started = page.bookTickets.inputs().slice(before.calls);
      const isBegun = started.some(({ idempotencyKey }) => !bodies.has(idempotencyKey));
      const mayBegin =
        command.act === 'confirm' &&
        before.snapshot.matches({ choosing: { hall: 'confirming' } }) &&
        !isRunning(before.purchase) &&
        before.snapshot.context.selected.length > 0 &&
        (before.snapshot.context.viewer?.age ?? 0) > 13 &&
        isSameBooking(reviewed, before.dialog);
      expect(isBegun, 'only confirming the current contents of the dialog starts a purchase').toBe(mayBegin);
      expect(started.length, 'at most one request at a time').toBeLessThanOrEqual(1);
      for (const { booking, idempotencyKey } of started) {
        const body = JSON.stringify(booking);
        expect(idempotencyKey, 'a purchase has an idempotency key').not.toBe('');
        expect(bodies.get(idempotencyKey) ?? body, 'an idempotency key belongs to one purchase').toBe(body);
        bodies.set(idempotencyKey, body);
        if (isBegun) expect(booking, 'the request contains the reviewed booking').toEqual(reviewed);
        else expect(booking, 'a retry sends the same booking').toEqual(before.purchase?.booking);
      }

      const isUnknown = isSettling && command.act === 'refuse' && isOutcomeUnknown(failureWith(page, command.code));
      if (unsettled !== undefined && !isBegun) {
        const isDue = page.clock.now() - unsettled.since >= retryDelay(unsettled.attempts);
        const hasRequested = page.bookTickets.isAwaited() || isSettling || after.purchase?.status !== 'unsettled';
        if (isDue) expect(hasRequested, 'an unknown outcome is retried when the delay ends').toBe(true);
        if (started.length > 0)
          expect(
            isDue || command.act === 'goOnline',
            'no retry happens before the delay ends, unless the browser comes online',
          ).toBe(true);
      }
      if (isUnknown) unsettled = { since: page.clock.now(), attempts: (unsettled?.attempts ?? 0) + 1 };
      else if (isSettling || command.act === 'signOut') unsettled = undefined;
      if (isUnknown)
        expect(after.purchase?.status, 'an unknown outcome leaves the purchase unsettled').toBe('unsettled');
      if (isSettling && command.act === 'refuse') {
        const isNotifiedAlready = isUnknown && unsettled !== undefined && unsettled.attempts > 1;
        const message = `Sorry: ${command.code}`;
        expect(texts, 'a refusal shows its message, and an unknown outcome shows it only at the first attempt').toEqual(
          isNotifiedAlready ? [] : [message],
        );
        if (!isUnknown) expect(after.purchase, 'a refusal ends the purchase').toBeUndefined();
      }

      if (before.isPurchasing && isRunning(after.purchase)) {
        const isLeft = command.act === 'press' && command.button === 'purchase.back';
        expect(after.isPurchasing, 'the user can leave the dialog only while the outcome is unknown').toBe(
          !isLeft || before.purchase?.status !== 'unsettled',
        );
        if (!after.isPurchasing) expect(selected, 'leaving the dialog clears the selection').toEqual([]);
      }
      if (command.act === 'press' && nameOf(page) !== before.name) {
        expect(failure, 'opening or closing the dialog clears the alert').toBeUndefined();
      }
      if (after.isPurchasing) {
        expect(after.dialog, 'the dialog shows the booking of the running purchase').toEqual(
          page.bookTickets.inputs().at(-1)?.booking,
        );
        expect(after.dialog.movieTitle, 'the running purchase shows on the page of its film').toBe(
          after.snapshot.context.title,
        );
      }
      if (before.snapshot.value === 'loadingMovie' && after.snapshot.value !== 'loadingMovie') {
        const isHere = isRunning(after.purchase) && after.purchase?.booking.movieTitle === after.snapshot.context.title;
        if (after.snapshot.matches('choosing'))
          expect(isHere, 'the page of its film shows the running purchase instead of the seats').toBe(false);
      }

      const isRefusedHere = before.isPurchasing && isSettling && command.act === 'refuse' && !isUnknown;
      const handed = isBegun ? after.dialog : isRefusedHere ? before.purchase?.booking : undefined;
      for (const [index, screening] of SCREENINGS.entries()) {
        const isHanded = handed !== undefined && isOf(handed, screening);
        const isHere = after.isInHall && isSame(after.snapshot.context.screening, screening);
        const otherwise = isHanded ? (isBegun ? [] : handed.seatNumbers) : before.saved[index];
        expect(after.saved[index], 'the selection is saved for its own screening only').toEqual(
          isHere ? selected : otherwise,
        );
      }

      if (after.snapshot.hasTag('reviewing') && after.snapshot.matches('choosing')) {
        expect(viewer, 'the buy dialog requires a signed-in user').toBeDefined();
      }
      if (after.isInHall) {
        expect(after.snapshot.context.screening, 'seats show only for the chosen showtime').toEqual({
          title: after.snapshot.context.title,
          ...after.snapshot.context.showtime,
        });
      }
      if (isOnOtherPage(before.snapshot, after.snapshot) && after.snapshot.context.screening !== undefined) {
        const isOpen = isShowtimeOpen(after.snapshot.context.screening, after.snapshot.context);
        expect(isOpen, 'only a showtime on sale opens').toBe(true);
      }

      if (isSettling && command.act === 'answer') tickets += 1;
      const announced = page.received.filter(({ type }) => type === 'tickets.booked').length;
      expect(announced, 'a ticket is announced once').toBe(tickets);
      const successes = texts.filter((text) => text === messages.purchaseSuccess).length;
      const isBought = before.purchase?.status === 'confirming' && after.purchase === undefined;
      expect(successes, 'the success message appears once, after the ticket').toBe(isBought ? 1 : 0);
      if (successes > 0 && before.isPurchasing) boughtAt = page.clock.now();
      const timesHome = page.navigations.filter(({ to }) => to === '/').length;
      const waited = boughtAt === undefined ? 0 : page.clock.now() - boughtAt;
      expect({ waited, timesHome }, 'the page navigates home once, exactly 1500 ms after the success').toEqual({
        waited,
        timesHome: waited >= 1500 ? 1 : 0,
      });
      expect(after.snapshot.status, 'the page stays active until it navigates home').toBe(
        timesHome === 1 ? 'done' : 'active',
      );

      before = after;
    },
  };
}

/** The visible state of a page, and the state that outlives it. */
function seen(page: Page) {
  const snapshot = page.actor.getSnapshot();
  return {
    snapshot,
    name: nameOf(page),
    dialog: selectReviewed(snapshot),
    purchase: page.purchase(),
    saved: savedNow(page),
    calls: page.bookTickets.inputs().length,
    received: page.received.length,
    isInHall: snapshot.matches({ choosing: 'hall' }),
    isPurchasing: snapshot.matches('purchasing'),
  };
}

type Seen = ReturnType<typeof seen>;

function savedNow({ savedSeats }: Page) {
  return SCREENINGS.map(savedSeats.find);
}

/** The saved seats of a screening that turn out to be sold when its hall loads. */
function savedInVain({ snapshot, saved }: Seen, hall: readonly number[]): readonly number[] {
  const { title, showtime, selected } = snapshot.context;
  const index = SCREENINGS.findIndex((each) => isSame({ title, ...showtime }, each));
  return common(sortSeats([...new Set([...selected, ...(saved[index] ?? [])])]), hall);
}

function isLoss(text: string): boolean {
  return text.endsWith('just been taken');
}

function toggled(before: Seen, seat: number): readonly number[] {
  const { booked, selected } = before.snapshot.context;
  if (!before.snapshot.matches({ choosing: { hall: 'choosingSeats' } })) return selected;
  if (selected.includes(seat)) return selected.filter((each) => each !== seat);
  const isTaken = booked.includes(seat) || ownSeats(before).includes(seat);
  return seat < 1 || seat > 64 || isTaken || selected.length === MAXIMUM_SEATS
    ? selected
    : sortSeats([...selected, seat]);
}

/** The seats of this hall in the visitor's own purchase, bought or still pending. */
function ownSeats({ snapshot }: Seen): readonly number[] {
  const { purchase, screening } = snapshot.context;
  const isHere = purchase !== undefined && screening !== undefined && isOf(purchase.booking, screening);
  return isHere && purchase.status !== 'refused' && purchase.status !== 'left' ? purchase.booking.seatNumbers : [];
}

function isOf({ movieTitle, showtimeDate, showtimeTime }: Booking, screening: Screening): boolean {
  return isSame({ title: movieTitle, date: showtimeDate, time: showtimeTime }, screening);
}

function isSame(one: Partial<Record<keyof Screening, string | undefined>> | undefined, other: Screening): boolean {
  return one?.title === other.title && one.date === other.date && one.time === other.time;
}

function common(some: readonly number[], others: readonly number[]): readonly number[] {
  return some.filter((seat) => others.includes(seat));
}

/** Whether a step changed the screening. */
function isOnOtherPage(before: Snapshot, after: Snapshot): boolean {
  return JSON.stringify(before.context.screening) !== JSON.stringify(after.context.screening);
}

/** The state of the page, and of the purchase that it shows. */
function nameOf({ actor, purchase }: Page): string {
  const { value } = actor.getSnapshot();
  if (value === 'purchasing') return `purchasing: ${purchase()?.status}`;
  return typeof value === 'string' ? value : pathsOf(value).join(' ');
}

function pathsOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? pathsOf(inner).map((path) => `${key}.${path}`)
      : `${key}.${String(inner)}`,
  );
}

import { expect } from 'vitest';
import { retryDelay, CallFailed, isOutcomeUnknown } from '#domain/failure.ts';
import { bookingOf, isSameBooking } from '#domain/booking.ts';
import { isShowtimeOpen } from '#domain/schedule.ts';
import { takenMessage } from '#domain/seatNames.ts';
import { isSeatSelection, MAXIMUM_SEATS, sortSeats } from '#domain/seats.ts';
import { messages } from '#domain/messages.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Booking } from '#contract/booking.ts';
import { selectReviewed, selectTaken } from '#machines/hallSelectors.ts';
import { isRunning } from '#machines/commandProgress.ts';
import { metropolis, ticketOf } from '../fixtures/people.ts';
import { matinee, setUpBooking, setUpRoot, setUpSeats } from '../machines/setUpBooking.ts';
import { APPROACHES, type Beginning, type Call, type Command } from './bookingCommands.ts';

type Page = ReturnType<typeof setUpBooking>;

/** A request that gets a response, whether its actor is still running, and the failure if the response is one. */
type Settled = { readonly call: Call; readonly isAwaited: boolean; readonly failure: CallFailed | undefined };

const CALLS = ['loadMovie', 'loadSeats', 'bookTickets', 'recordSeats'] as const;

/** Every screening that a walk can open. */
const SCREENINGS: readonly Screening[] = ['Metropolis', 'Nosferatu'].flatMap((title) =>
  ['05 Mar', '06 Mar'].flatMap((date) => ['14.30', '20.35'].map((time) => ({ title, date, time }))),
);

/** Plays a walk over movie pages and the purchase, checks every rule after each step, and returns the visited states. */
export async function playBooking(beginning: Beginning, walk: readonly Command[]): Promise<string[]> {
  const root = setUpRoot();
  root.savedSeats.save(matinee, beginning.saved);
  let page = beginning.at === 'page' ? setUpBooking(root) : await setUpSeats({ root });
  let rendered = dialogOf(page);
  const rules = watchRules(page);
  const visited: string[] = [];
  for (const command of [...APPROACHES[beginning.at], ...walk]) {
    if (command.act === 'visit') {
      page = visitPage(page, command);
      rules.begin(page);
    } else if (page.dialog().status === 'active') {
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
  next.actor.send({ type: 'showtime.changed', showtime, beside: [], shareCode: undefined });
  return next;
}

async function perform(page: Page, command: Command, reviewed: Booking, settled: Settled | undefined): Promise<void> {
  const { actor, app, clock } = page;
  switch (command.act) {
    case 'toggle':
      return page.sendHall({ type: 'seat.toggle', seatNumber: command.seat });
    case 'suggest':
      return page.sendHall({ type: 'seats.suggest', count: command.count });
    case 'press':
      return press(page, command.button);
    case 'confirm':
      return page.sendHall({ type: 'purchase.confirm', reviewed });
    case 'goTo':
      return actor.send({ type: 'showtime.changed', showtime: command.showtime, beside: [], shareCode: undefined });
    case 'chooseDate':
      return actor.send({ type: 'date.choose', date: command.date });
    case 'chooseTime':
      return actor.send({ type: 'time.choose', time: command.time });
    case 'become':
      if (command.viewer === undefined) app.send({ type: 'session.signedOut' });
      else if (!app.getSnapshot().matches({ visitor: 'signedIn' })) app.send({ type: 'session.signedIn' });
      return actor.send({ type: 'viewer.changed', viewer: command.viewer });
    case 'seatsChanged':
      return page.report(changedSeats(page, command));
    case 'feed':
      return command.fact === 'lost' ? page.loseFeed() : page.regainFeed();
    case 'wait':
      return clock.increment(command.milliseconds);
    case 'goOnline':
      return page.goOnline();
    case 'tick':
      return actor.send({ type: 'clock.ticked', now: Date.parse(`2026-03-05T${command.now}:00+07:00`) });
    case 'answer':
      return answer(page, command, settled);
    case 'refuse':
      return refuse(page, settled);
    case 'visit':
      return;
    default:
      return command;
  }
}

function press(page: Page, button: Extract<Command, { act: 'press' }>['button']): void {
  switch (button) {
    case 'purchase.review':
      return page.review();
    case 'dialog.back':
      return page.back();
    case 'movie.retry':
      return page.actor.send({ type: button });
    case 'topUp.visit':
    case 'seats.retry':
      return page.sendHall({ type: button });
    default:
      return button;
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
    case 'loadSeats':
      return page.openHall(hall);
    case 'bookTickets':
      return page.bookTickets.answer(ticketOf('t1', lastSeats(page)));
    case 'recordSeats':
      return page.recordSeats.answer({});
    default:
      return call;
  }
}

async function refuse(page: Page, settled: Settled | undefined) {
  if (settled !== undefined) await page[settled.call].fail(settled.failure);
}

/** The failure of a request. `seat_taken` names the seats of the request that the hall shows as sold, or else the first seat. */
function failureWith(page: Page, code: string): CallFailed {
  const requested = lastSeats(page);
  const sold = common(requested, page.hall()?.context.sold ?? []);
  const taken = sold.length > 0 ? [...sold] : requested.slice(0, 1);
  return new CallFailed({ code, message: `Sorry: ${code}`, seatNumbers: code === 'seat_taken' ? taken : [] });
}

/** The request that a command answers. Undefined if no such request was sent. */
function settledBy(page: Page, command: Command): Settled | undefined {
  if (command.act !== 'answer' && command.act !== 'refuse') return undefined;
  const call = CALLS.find((each) =>
    command.call === 'pending' ? page[each].isAwaited() : each === command.call && page[each].inputs().length > 0,
  );
  const failure = command.act === 'refuse' ? failureWith(page, command.code) : undefined;
  return call && { call, isAwaited: page[call].isAwaited(), failure };
}

function lastSeats({ bookTickets }: Page): number[] {
  return bookTickets.inputs().at(-1)?.booking.seatNumbers ?? [];
}

/** The booking that the dialog shows: that of the submitted command, else that of the selected seats. */
function dialogOf({ actor, dialog, hall }: Page): Booking {
  const { command } = dialog().context;
  if (dialog().hasTag('busy') && command?.kind === 'purchase') return command.booking;
  const { title, movie, showtime } = actor.getSnapshot().context;
  const { date, time } = showtime;
  const open = hall();
  return open === undefined ? bookingOf(title, movie, { date, time }, []) : selectReviewed(open);
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
      const after = seen(page);
      expect(page.bookTickets.inputs(), 'opening a page buys nothing').toHaveLength(before.calls);
      expect(page.received, 'opening a page shows no message').toHaveLength(before.received);
      expect(savedNow(page), 'navigating between pages keeps the saved seats').toEqual(before.saved);
      expect(after.isPurchasing, 'the page of its film shows the running purchase').toBe(
        isRunning(after.purchase) && after.purchase?.booking.movieTitle === after.snapshot.context.title,
      );
      boughtAt = undefined;
      before = after;
    },

    check(page: Page, command: Command, reviewed: Booking, settled: Settled | undefined) {
      const after = seen(page);
      const { sold: booked, selected, failure } = after;
      const { viewer } = after.snapshot.context;
      const received = page.received.slice(before.received);
      const texts = received.flatMap((fact) => (fact.type === 'notify' ? [fact['notification'].text] : []));
      const isFetched = command.act === 'answer' && settled?.call === 'loadSeats' && settled.isAwaited;
      const isOpened = isFetched && before.isLoading;
      const isSettling = settled?.call === 'bookTickets' && settled.isAwaited;
      const isUnknown = isSettling && settled.failure !== undefined && isOutcomeUnknown(settled.failure);
      const refusal =
        isSettling && command.act === 'refuse' && !isUnknown ? failureWith(page, command.code) : undefined;

      expect(
        selected.length === 0 || isSeatSelection(selected),
        'the selection has at most as many seats as a purchase allows, and no seat twice',
      ).toBe(true);
      expect(selected, 'the selection is ascending').toEqual(sortSeats(selected));
      expect(
        common(selected, booked).filter((seat) => !ownSeats(after).includes(seat)),
        'no seat is both sold and selected, except those of the purchase in the dialog',
      ).toEqual([]);
      if (after.hall !== undefined && !after.isBuying) {
        const own = ownSeats(after);
        expect(common(selected, own), 'seats of the own purchase cannot be selected again').toEqual([]);
        expect(common(own, selectTaken(after.hall)), 'seats of the own purchase show as taken').toEqual(own);
      }
      if (isOnOtherPage(before, after)) {
        expect(selected, 'changing the showtime clears the selection').toEqual([]);
        expect(failure, 'changing the showtime clears the alert').toBeUndefined();
      }
      if (command.act === 'toggle') {
        expect(after.values, 'toggling a seat does not change the state').toEqual(before.values);
        expect(selected, 'toggling a seat adds or removes at most that seat').toEqual(toggled(before, command.seat));
      } else if (command.act === 'suggest') {
        expect(after.values, 'a suggestion does not change the state').toEqual(before.values);
        const isTaken = selected.join() !== before.selected.join();
        expect(isTaken ? selected.length : command.count, 'a suggestion selects the requested number of seats').toBe(
          command.count,
        );
      } else if (!isOpened) {
        expect(
          selected.filter((seat) => !before.selected.includes(seat)),
          'only a click, a suggestion or loading a hall with saved seats adds to the selection',
        ).toEqual([]);
      }

      const changesSeats = (command.act === 'seatsChanged' && before.isShown) || (isFetched && before.isShown);
      const gone = before.selected.filter((seat) => !selected.includes(seat));
      if (changesSeats && before.isBuying) expect(gone, 'the feed removes no seat of a running purchase').toEqual([]);
      const isRefused = isSettling && refusal !== undefined && before.isBuying && after.isShown;
      const soldMeanwhile = isRefused ? withoutRefused(common(before.selected, before.sold), refusal) : [];
      const lost = changesSeats ? gone : isOpened ? savedInVain(before, command.hall) : soldMeanwhile;
      expect(
        texts.filter(isLoss),
        'one message names the seats that other users took, and there is none otherwise',
      ).toEqual(lost.length > 0 ? [takenMessage(lost)] : []);
      if (lost.length > 0) {
        expect(after.name, 'losing a seat shows the hall').toMatch('hall.choosingSeats seats.shown.choosing');
        expect(after.isReviewing, 'losing a seat closes the dialog').toBe(false);
      } else if (changesSeats) {
        expect(after.values, 'changes of other seats do not change the state').toEqual(before.values);
      }
      const sold = soldIn(page, command, settled);
      if (sold !== undefined && before.isShown) expect(booked, 'the hall shows the sold seats').toEqual(sold);

      const started = page.bookTickets.inputs().slice(before.calls);
      const isBegun = started.some(({ idempotencyKey }) => !bodies.has(idempotencyKey));
      const mayBegin =
        command.act === 'confirm' &&
        before.isReviewing &&
        !isRunning(before.purchase) &&
        before.selected.length > 0 &&
        ageOf(before) > 13 &&
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
      else if (isSettling || (command.act === 'become' && command.viewer === undefined)) unsettled = undefined;
      if (isUnknown)
        expect(after.purchase?.status, 'an unknown outcome leaves the purchase unsettled').toBe('unsettled');
      if (isSettling && command.act === 'refuse') {
        const isNotifiedAlready = isUnknown && unsettled !== undefined && unsettled.attempts > 1;
        const message = `Sorry: ${command.code}`;
        expect(
          texts.filter((text) => !isLoss(text)),
          'a refusal shows its message, and an unknown outcome shows it only at the first attempt',
        ).toEqual(isNotifiedAlready ? [] : [message]);
        if (!isUnknown) expect(after.purchase, 'a refusal ends the purchase').toBeUndefined();
      }

      if (before.isPurchasing && isRunning(after.purchase)) {
        const isLeft = command.act === 'press' && command.button === 'dialog.back';
        expect(after.isPurchasing, 'the user can leave the dialog only while the outcome is unknown').toBe(
          !isLeft || before.purchase?.status !== 'unsettled',
        );
        if (!after.isPurchasing && before.isBuying)
          expect(selected, 'leaving the dialog clears the selection').toEqual([]);
      }
      if (command.act === 'press' && before.isReviewing !== after.isReviewing && command.button !== 'seats.retry') {
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

      const handed = isBegun
        ? { booking: after.dialog, seatNumbers: [] }
        : before.isPurchasing && isSettling && refusal !== undefined && before.purchase !== undefined
          ? {
              booking: before.purchase.booking,
              seatNumbers: withoutRefused(before.purchase.booking.seatNumbers, refusal),
            }
          : undefined;
      for (const [index, screening] of SCREENINGS.entries()) {
        const isHanded = handed !== undefined && isOf(handed.booking, screening);
        const isHere = after.isShown && !after.isBuying && isSame(after.hall?.context.screening, screening);
        const otherwise = isHanded ? handed.seatNumbers : before.saved[index];
        expect(after.saved[index], 'the selection is saved for its own screening only').toEqual(
          isHere ? selected : otherwise,
        );
      }

      if (page.dialog().matches({ open: 'reviewing' })) {
        expect(viewer, 'the buy dialog requires a signed-in user').toBeDefined();
      }
      if (after.hall !== undefined) {
        expect(after.hall.context.screening, 'seats show only for the chosen showtime').toEqual({
          title: after.snapshot.context.title,
          ...after.snapshot.context.showtime,
        });
      }
      if (isOnOtherPage(before, after) && after.hall !== undefined) {
        const isOpen = isShowtimeOpen(after.hall.context.screening, after.snapshot.context);
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
      expect(page.dialog().status, 'the dialog stays active until the page navigates home').toBe(
        timesHome === 1 ? 'done' : 'active',
      );

      before = after;
    },
  };
}

/** The visible state of a page, and the state that outlives it. */
function seen(page: Page) {
  const snapshot = page.actor.getSnapshot();
  const hall = page.hall();
  const { sold = [], selected = [] } = hall?.context ?? {};
  return {
    snapshot,
    hall,
    sold,
    selected,
    /** The alert beside the seats, in the dialog or in place of the film. */
    failure: hall?.context.failure ?? snapshot.context.failure,
    /** The states of the page, of the seats and of the dialog. The hold changes without the user. */
    values: { page: snapshot.value, seats: hall?.value.seats, dialog: page.dialog().value },
    name: nameOf(page),
    dialog: dialogOf(page),
    purchase: page.purchase(),
    saved: savedNow(page),
    calls: page.bookTickets.inputs().length,
    received: page.received.length,
    isLoading: hall?.matches({ seats: 'loading' }) === true,
    isShown: hall?.hasTag('seats') === true,
    isReviewing: hall?.matches({ seats: { shown: { reviewing: 'confirming' } } }) === true,
    isBuying: hall?.hasTag('buying') === true,
    isPurchasing: page.dialog().matches({ open: 'submitting' }),
  };
}

type Seen = ReturnType<typeof seen>;

function savedNow({ savedSeats }: Page) {
  return SCREENINGS.map(savedSeats.find);
}

/** The saved seats of a screening that turn out to be sold when its hall loads. */
function savedInVain({ snapshot, saved, selected }: Seen, hall: readonly number[]): readonly number[] {
  const { title, showtime } = snapshot.context;
  const index = SCREENINGS.findIndex((each) => isSame({ title, ...showtime }, each));
  return common(sortSeats([...new Set([...selected, ...(saved[index] ?? [])])]), hall);
}

function isLoss(text: string): boolean {
  return text.endsWith('just been taken');
}

/** The seats that a refusal does not name. */
function withoutRefused(seatNumbers: readonly number[], refusal: CallFailed): readonly number[] {
  return seatNumbers.filter((seat) => !refusal.seatNumbers.includes(seat));
}

function ageOf({ snapshot: { context } }: Seen): number {
  return context.viewer === undefined || context.viewer === 'awaited' ? 0 : context.viewer.age;
}

function toggled(before: Seen, seat: number): readonly number[] {
  const { hall, selected, sold } = before;
  if (hall?.matches({ seats: { shown: 'choosing' } }) !== true) return selected;
  if (selected.includes(seat)) return selected.filter((each) => each !== seat);
  const isTaken = sold.includes(seat) || ownSeats(before).includes(seat);
  return seat < 1 || seat > 64 || isTaken || selected.length === MAXIMUM_SEATS
    ? selected
    : sortSeats([...selected, seat]);
}

/** The seats of this hall in the visitor's own purchase, bought or still pending. */
function ownSeats({ hall }: Seen): readonly number[] {
  if (hall === undefined) return [];
  const { purchase, screening } = hall.context;
  const isHere = purchase !== undefined && isOf(purchase.booking, screening);
  const hasFailed = ['refused', 'left', 'ended'].includes(purchase?.status ?? '');
  return isHere && !hasFailed ? purchase.booking.seatNumbers : [];
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
function isOnOtherPage(before: Seen, after: Seen): boolean {
  return JSON.stringify(before.hall?.context.screening) !== JSON.stringify(after.hall?.context.screening);
}

/** The states of the page, of the seats and of the dialog, with the status of the purchase in it. */
function nameOf({ actor, dialog, hall, purchase }: Page): string {
  const open = hall();
  const states: object = {
    ...rootOf(actor.getSnapshot().value),
    ...(open && { seats: open.value.seats }),
    dialog: dialog().value,
  };
  const names = pathsOf(states).join(' ');
  return dialog().matches({ open: 'submitting' }) ? `${names}: ${purchase()?.status}` : names;
}

function rootOf(value: string | object): object {
  return typeof value === 'string' ? { page: value } : value;
}

function pathsOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? pathsOf(inner).map((path) => `${key}.${path}`)
      : `${key}.${String(inner)}`,
  );
}

import { sentence } from '../fixtures/messages.ts';
import { fromCallback, fromPromise, type ActorRefFrom, type EventObject } from 'xstate';
import { offerAt } from '#domain/calendar.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Movie } from '#contract/movie.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { selectFailure, selectStatus } from '#machines/commandDialogMachine.ts';
import { failed } from '#domain/failure.ts';
import type { ReportedHold } from '#domain/hall.ts';
import type { MarkedScreening } from '#domain/marks.ts';
import type { Marks, Secrets } from '#machines/computeMarks.ts';
import { hallMachine, type HallEvent, type HallSnapshot } from '#machines/hallMachine.ts';
import type { HoldChange, HoldOutcome } from '#machines/holdCalls.ts';
import type { Viewer } from '#machines/hallModel.ts';
import { selectIsHeld, selectReviewed, selectSold } from '#machines/hallSelectors.ts';
import type { NavigateEvent } from '#machines/navigation.ts';
import { seatFeedMachine, type ReceivedReport, type SeatFeedEvent } from '#machines/seatFeedMachine.ts';
import { findCommand } from '#machines/commandProgress.ts';
import { createSavedSeats } from '../../src/web/browser/savedSeats.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { openRoot } from './openRoot.ts';
import { storedText } from './storedText.ts';
import { metropolis } from '../fixtures/people.ts';

const MORNING = Date.parse('2026-03-05T09:00:00+07:00');
const offer = offerAt(MORNING, 'Asia/Jakarta');
/** Five minutes after the page opened, in epoch milliseconds. */
export const IN_FIVE_MINUTES = MORNING + 5 * 60_000;
export const adult: Viewer = { id: 'u1', age: 30, balance: 500_000 };
export const matinee = { title: 'Metropolis', date: '05 Mar', time: '14.30' };

/** Everything that outlives a page: the root with its purchase, the saved seats of the tab, and the controlled calls. */
export function setUpRoot() {
  const savedSeats = createSavedSeats(storedText());
  const reveals: string[] = [];
  const { online, ...root } = openRoot({
    storage: { seats: savedSeats },
    device: { reveal: (id) => reveals.push(id) },
  });

  return {
    ...root,
    loadMovie: controlledCall<Movie, { title: string }>(),
    loadSeats: controlledCall<ReceivedReport, Screening>(),
    changeHold: controlledCall<HoldOutcome, HoldChange>(),
    savedSeats,
    /** The parts of the page to which the product scrolled. */
    reveals,
    /** The status of the purchase that runs at the root. */
    purchase: () => findCommand(root.app.system, 'purchase'),
    goOnline: online.goOnline,
  };
}

/**
 * The page of a film and its root, on 5 March at nine in the morning. With a query, the page hears of its URL as soon as it opens;
 * without one, the test says when.
 */
export function setUpBooking(root = setUpRoot(), title = 'Metropolis', movie?: Movie, query?: string) {
  const { changeHold, clock, loadSeats } = root;
  const feeds: Screening[] = [];
  let notifyFeed: ((fact: SeatFeedEvent) => void) | undefined;
  const navigations: NavigateEvent[] = [];
  const seatFeed = seatFeedMachine.provide({
    actors: {
      watchPage: fromCallback<EventObject, undefined>(({ sendBack }) => sendBack({ type: 'page.shown' })),
      watchSeats: fromCallback<EventObject, Screening>(({ input, sendBack }) => {
        notifyFeed = sendBack;
        feeds.push(input);
        return () => {
          notifyFeed = undefined;
          feeds.splice(feeds.indexOf(input), 1);
        };
      }),
      loadSeats: loadSeats.actor,
    },
  });
  const actor: ActorRefFrom<typeof bookingMachine> = root.openPage(
    'booking',
    bookingMachine.provide({
      actors: {
        watchClock: idleCallback<undefined>(),
        watchViewer: idleCallback<undefined>(),
        watchMovie: idleCallback<{ title: string; isKnown: boolean }>(),
        ...(query === undefined && { watchShowtime: idleCallback<{ title: string }>() }),
        loadMovie: root.loadMovie.actor,
        hall: hallMachine.provide({
          actors: {
            seatFeed,
            changeHold: changeHold.actor,
            computeMarks: fromPromise<Marks, Secrets & { readonly screening: MarkedScreening }>(
              async ({ input: { userId, shareCode } }) => ({
                userId,
                shareCode,
                userMark: userId && `mark of ${userId}`,
                codeMark: shareCode && `mark of ${shareCode}`,
              }),
            ),
          },
        }),
      },
    }),
    { title, movie, now: MORNING, offer, purchase: root.purchase(), left: undefined },
    query === undefined ? {} : { params: { movieTitle: title }, search: query },
  );
  actor.on('navigate', (event) => navigations.push(event));
  const hall = () => actor.getSnapshot().children.hall?.getSnapshot();
  const inOpenHall = (): HallSnapshot => {
    const snapshot = hall();
    if (snapshot === undefined) throw new Error('No hall is open');
    return snapshot;
  };
  const dialog = () => hall()?.children.dialog;
  const isDialogOpen = () => dialog()?.getSnapshot().hasTag('open') === true;
  const answerHold = async (details: Partial<HoldOutcome>) => {
    const asked = changeHold.inputs().at(-1);
    if (asked === undefined) throw new Error('Nothing was requested');
    const { wish, seatNumbers } = asked;
    await changeHold.answer({
      wish,
      seatNumbers,
      hold: undefined,
      failure: undefined,
      at: MORNING + clock.now(),
      ...details,
    });
  };

  return {
    ...root,
    root,
    actor,
    /** The screenings with an active seat feed. */
    feeds,
    /** The navigations that the page requested. */
    navigations,
    /** The open hall; undefined while none is open. */
    hall,
    inOpenHall,
    /** Whether the open hall waits for its seats. */
    isLoading: () => inOpenHall().matches({ seats: 'loading' }),
    /** The part of the page below the film. */
    shows: () => {
      const snapshot = actor.getSnapshot();
      if (!snapshot.matches('choosing')) return 'no film';
      if (isDialogOpen() || snapshot.matches({ choosing: { choosingShowtime: 'reviewing' } })) return 'the dialog';
      return hall() === undefined ? 'no hall' : 'the hall';
    },
    /** The dialog's status; undefined while no hall is open. */
    dialogStatus: () => {
      const snapshot = dialog()?.getSnapshot();
      return snapshot && selectStatus(snapshot);
    },
    isDialogOpen,
    seats: () => {
      const snapshot = hall();
      return snapshot === undefined
        ? { sold: [], selected: [] }
        : { sold: selectSold(snapshot), selected: snapshot.context.selected };
    },
    isHeld: () => selectIsHeld(inOpenHall()),
    /** The kinds of the requests about the hold so far. */
    requests: () => changeHold.inputs().map(({ wish }) => wish),
    /** The server holds the seats of the last request, for five minutes. */
    grantHold: async () => {
      const seatNumbers = changeHold.inputs().at(-1)?.seatNumbers ?? [];
      await answerHold({ hold: { id: 'a hold', seatNumbers, expiresAt: IN_FIVE_MINUTES } });
    },
    refuseHold: async (code: string, seatNumbers: readonly number[] = []) =>
      answerHold({ failure: { ...failed(code), seatNumbers } }),
    /** The message beside the seats, or in the open dialog. */
    alert: () => {
      const snapshot = dialog()?.getSnapshot();
      const refusal = snapshot !== undefined && isDialogOpen() ? selectFailure(snapshot) : undefined;
      return sentence(refusal ?? hall()?.context.failure);
    },
    sendHall: (event: HallEvent) => actor.getSnapshot().children.hall?.send(event),
    /** Clicks Buy Tickets. */
    review: () => (actor.getSnapshot().children.hall ?? actor).send({ type: 'purchase.review' }),
    back: () => dialog()?.send({ type: 'dialog.back' }),
    toggle: (...seatNumbers: number[]) => {
      for (const seatNumber of seatNumbers)
        actor.getSnapshot().children.hall?.send({ type: 'seat.toggle', seatNumber });
    },
    goTo: (date: string | undefined, time: string | undefined, beside: readonly number[] = [], shareCode?: string) =>
      actor.send({ type: 'showtime.changed', showtime: { date, time }, beside, shareCode }),
    /** Clicks Buy. The event carries the booking that the dialog shows now. */
    confirm: () => {
      const reviewed = selectReviewed(inOpenHall());
      actor.getSnapshot().children.hall?.send({ type: 'purchase.confirm', reviewed });
    },
    canConfirm: () => {
      const snapshot = hall();
      return snapshot?.can({ type: 'purchase.confirm', reviewed: selectReviewed(snapshot) }) ?? false;
    },
    loseFeed: () => notifyFeed?.({ type: 'feed.lost' }),
    /** The stream of the feed sends a report. */
    report: (sold: readonly number[], ...holds: ReportedHold[]) =>
      notifyFeed?.({ type: 'seats.received', report: { sold, holds }, at: MORNING + clock.now() }),
    /** Answers the last request for the seats of a hall. */
    openHall: (sold: readonly number[], ...holds: ReportedHold[]) =>
      loadSeats.answer({ report: { sold, holds }, at: MORNING + clock.now() }),
  };
}

/** The page with its film loaded. */
export async function setUpMovie(root = setUpRoot()) {
  const setup = setUpBooking(root);
  await setup.loadMovie.answer(metropolis);
  return setup;
}

/** The page with the seats of 05 Mar, 14.30, for an adult with 500,000 rupiah. */
export async function setUpSeats({ sold = [1, 2], viewer = adult, root = setUpRoot() } = {}) {
  const setup = await setUpMovie(root);
  setup.actor.send({ type: 'viewer.changed', viewer });
  setup.goTo('05 Mar', '14.30');
  await setup.openHall(sold);
  return setup;
}

/** The page with seats 11 and 12 in the buy dialog. */
export async function setUpReview() {
  const setup = await setUpSeats();
  setup.toggle(11, 12);
  setup.review();
  return setup;
}

/** The page with a pending ticket request for seats 11 and 12. */
export async function setUpPurchase() {
  const setup = await setUpReview();
  setup.confirm();
  return setup;
}

import { useSelector } from '@xstate/react';
import * as v from 'valibot';
import { movieSchema } from '#contract/movie.ts';
import { offerAt, showtimeText } from '#domain/calendar.ts';
import { bookingInput, bookingMachine, type BookingContext } from '#machines/bookingMachine.ts';
import { invitationOf, isSettled } from '#machines/bookingSelectors.ts';
import { commandDialogMachine } from '#machines/commandDialogMachine.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { hallMachine } from '#machines/hallMachine.ts';
import type { HallContext } from '#machines/hallModel.ts';
import { seatViewMachine } from '#machines/seatViewMachine.ts';
import { invitationTitle } from '#messages/movie.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageChildHook, pageHook } from '../../actors/pageHooks.ts';

export const useBooking = pageHook(bookingMachine);
export const useSeatView = pageChildHook(seatViewMachine, 'seatView');
export const useHall = pageChildHook(hallMachine, 'hall');
/** The buy dialog of the open hall. */
export const useBuyDialog = pageChildHook(commandDialogMachine, 'hall', 'dialog');

/** Whether the buy dialog is open. */
export function useIsReviewing(): boolean {
  const [isAsked] = useBooking((snapshot) => snapshot.matches({ choosing: { choosingShowtime: 'reviewing' } }));
  const [hall] = useBooking((snapshot) => snapshot.children.hall);
  const dialog = useSelector(hall, (snapshot) => snapshot?.children.dialog);
  const isOpen = useSelector(dialog, (snapshot) => snapshot?.hasTag('open') === true);
  return isAsked || isOpen;
}

const seatNumbersSchema = v.array(v.number());

/** The states in which the server renders a film's page. */
const stateSchema = v.union([
  v.picklist(['movieNotFound', 'movieFailed']),
  v.strictObject({
    choosing: v.union([v.literal('hall'), v.strictObject({ choosingShowtime: v.literal('closed') })]),
  }),
]);

const hallSchema = v.object({
  value: v.strictObject({
    seats: v.union([v.literal('failed'), v.strictObject({ shown: v.literal('choosing') })]),
    request: v.literal('agreed'),
    marks: v.literal('known'),
    hold: v.literal('none'),
    share: v.picklist(['none', 'running']),
  }),
  context: v.object({
    movie: movieSchema,
    screening: v.object({ title: v.string(), date: v.string(), time: v.string() }),
    report: v.optional(
      v.object({
        sold: seatNumbersSchema,
        holds: v.array(
          v.looseObject({ by: v.string(), id: v.string(), seatNumbers: seatNumbersSchema, expiresAt: v.number() }),
        ),
      }),
    ),
    selected: seatNumbersSchema,
    suggested: seatNumbersSchema,
    beside: seatNumbersSchema,
    shareCode: v.optional(v.string()),
    codeMark: v.optional(v.string()),
  }),
});

const snapshotSchema = v.object({
  value: stateSchema,
  context: v.object({
    title: v.string(),
    now: v.number(),
    offer: v.object({
      zone: v.string(),
      from: v.number(),
      until: v.number(),
      days: v.array(v.object({ date: v.string(), starts: v.array(v.number()) })),
    }),
    movie: v.optional(movieSchema),
    showtime: v.object({ date: v.optional(v.string()), time: v.optional(v.string()) }),
    beside: seatNumbersSchema,
    shareCode: v.optional(v.string()),
  }),
  children: v.object({ hall: v.optional(v.object({ snapshot: hallSchema })) }),
});

/** How the root runs a film's page and the server renders it. */
export const bookingData: PageData<typeof bookingMachine> = {
  machine: bookingMachine,
  command: commandMachine,
  input: ({ params: { movieTitle } }, system, left) =>
    movieTitle === undefined ? undefined : bookingInput(system, movieTitle, left),
  accepts: (snapshot, { params }) => {
    const read = v.safeParse(snapshotSchema, snapshot);
    if (!read.success || read.output.context.title !== params['movieTitle']) return false;
    // Caches the document's offer, so that the page of the next film need not compute it.
    const { offer } = read.output.context;
    offerAt(offer.from, offer.zone, offer);
    return true;
  },
  isSettled,
  statusOf: (snapshot) => {
    if (snapshot.matches('movieNotFound')) return 404;
    return snapshot.matches('movieFailed') ? 503 : 200;
  },
  // Failed seats must not be shown again.
  expiresAt: ({ children: { hall }, context }) =>
    hall?.getSnapshot().matches({ seats: 'failed' }) === true ? context.now : context.offer.until,
  titleOf: ({ children: { hall }, context }) => invitedTitle(context, hall?.getSnapshot().context),
  movieOf: ({ context }) => context.movie,
};

/** The page title for an invitation, for shared seats and after their end; undefined without an invitation. */
export function invitedTitle(booking: BookingContext, hall: HallContext | undefined): string | undefined {
  const invitation = invitationOf(booking, hall);
  if (invitation === undefined) return undefined;
  return invitationTitle(invitation.kind, booking.title, showtimeText(invitation.startsAt, booking.offer.zone));
}

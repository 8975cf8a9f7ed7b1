import { isOldEnough } from '#domain/age.ts';
import { isShareKnown, sharedSeats } from '#domain/hall.ts';
import { isShowtimeOpen, startIn } from '#domain/schedule.ts';
import type { BookingContext, BookingSnapshot } from './bookingMachine.ts';
import type { HallContext } from './hallModel.ts';

type WithContext = { readonly context: BookingContext };

/** Whether the visitor is signed in; `awaited` while the session is being restored. */
export function selectVisitor({ context: { viewer } }: WithContext) {
  if (viewer === undefined) return 'signedOut';
  return viewer === 'awaited' ? 'awaited' : 'signedIn';
}

/** The age of a signed-in user who is younger than the film's rating; undefined for all others. */
export function selectAgeIfTooYoung({ context: { movie, viewer } }: WithContext): number | undefined {
  if (movie === undefined || viewer === undefined || viewer === 'awaited') return undefined;
  return isOldEnough(viewer.age, movie.age_rating) ? undefined : viewer.age;
}

/** Whether film, seats and shared seats are loaded or could not be loaded. */
export function isSettled(snapshot: BookingSnapshot): boolean {
  const hall = snapshot.children.hall?.getSnapshot();
  const isHallLoading =
    hall !== undefined && (hall.matches({ seats: 'loading' }) || (hall.hasTag('seats') && !isShareKnown(hall.context)));
  return !snapshot.matches('loadingMovie') && !isHallLoading;
}

/** The seats to which the page invites, and when their showtime starts. */
export interface ShownInvitation {
  /** Seats beside friends, seats that are shared with the visitor, or shared ones that are no longer kept. */
  readonly kind: 'beside' | 'kept' | 'noLongerKept';
  /** An ISO instant. */
  readonly startsAt: string;
}

/** The invitation that the page shows; undefined without one, and at a showtime that is not on sale. */
export function invitationOf(booking: BookingContext, hall: HallContext | undefined): ShownInvitation | undefined {
  const { showtime, offer } = booking;
  const kind = kindOf(booking, hall);
  if (kind === undefined || !isShowtimeOpen(showtime, booking)) return undefined;
  const startsAt = startIn(offer, { showtimeDate: showtime.date ?? '', showtimeTime: showtime.time ?? '' });
  return startsAt === undefined ? undefined : { kind, startsAt: new Date(startsAt).toISOString() };
}

function kindOf({ beside }: BookingContext, hall: HallContext | undefined): ShownInvitation['kind'] | undefined {
  if (hall !== undefined && sharedSeats(hall) !== undefined) return 'kept';
  if (hall?.failure?.code === 'share_ended') return 'noLongerKept';
  return beside.length > 0 ? 'beside' : undefined;
}

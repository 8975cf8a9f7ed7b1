import { isOldEnough } from '#domain/age.ts';
import { endedShareTitle, invitationTitle, sharedTitle } from '#domain/calendar.ts';
import { isShowtimeOpen, startIn } from '#domain/schedule.ts';
import { SHARE_ENDED } from '#domain/sharedSeats.ts';
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
  const isHallLoading = hall !== undefined && (hall.matches({ seats: 'loading' }) || hall.context.share === 'awaited');
  return !snapshot.matches('loadingMovie') && !isHallLoading;
}

/** The page title for an invitation, for shared seats and after their end; undefined at a showtime that is not on sale. */
export function invitationOf(booking: BookingContext, hall: HallContext | undefined): string | undefined {
  const { showtime, title, offer } = booking;
  const titleAt = titleOf(booking, hall);
  if (titleAt === undefined || !isShowtimeOpen(showtime, booking)) return undefined;
  const startsAt = startIn(offer, { showtimeDate: showtime.date ?? '', showtimeTime: showtime.time ?? '' });
  return startsAt === undefined ? undefined : titleAt(title, new Date(startsAt).toISOString(), offer.zone);
}

function titleOf({ beside }: BookingContext, hall: HallContext | undefined) {
  if (hall?.share !== undefined && hall.share !== 'awaited') return sharedTitle;
  if (hall?.failure?.code === SHARE_ENDED) return endedShareTitle;
  return beside.length > 0 ? invitationTitle : undefined;
}

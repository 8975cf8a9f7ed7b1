import { formatRupiah } from './money.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import type { SeatState } from '#domain/selection.ts';
import { seatName } from './seats.ts';

// The film
export const filmNotFound = 'Film not found';
export const filmNotShowing = 'This film is not showing';
export const filmNotShowingReason = 'It may have left the programme, or the address may contain a mistake.';
export const filmNotLoaded = 'The film could not be loaded';

/** The price of a seat, in rupiah. */
export function pricePerSeat(price: number): string {
  return `${formatRupiah(price)} a seat`;
}

/**
 * The page title of an invitation to seats beside friends, of seats that are shared with the visitor, and of shared seats that are no longer
 * kept: `Watch Nosferatu with friends, Tue 24 Nov, 20.35`.
 */
export function invitationTitle(
  kind: 'beside' | 'kept' | 'noLongerKept',
  movieTitle: string,
  showtime: string,
): string {
  return {
    beside: `Watch ${movieTitle} with friends, ${showtime}`,
    kept: `Seats kept for you: ${movieTitle}, ${showtime}`,
    noLongerKept: `Seats no longer kept: ${movieTitle}, ${showtime}`,
  }[kind];
}

// The schedule
export const schedule = 'Schedule';
export const date = 'Date';
export const showtime = 'Showtime';
export const selectShowtime = 'Please select a date and time to see available seats';

// The hall
export const screen = 'Screen';
export const showAsList = 'Show as list';
export const loadingSeats = 'Loading seats';
export const seatsNotLoaded = 'The seats could not be loaded';
export const maximumSeats = `Maximum ${MAXIMUM_SEATS} seats`;
export const bestSeats = 'Best seats';
/** Before the buttons with the numbers of seats. */
export const bestSeatsFor = 'Best seats for';
export const free = 'Free';
export const selected = 'Selected';
export const booked = 'Booked';
export const held = 'Held';
export const keptForYou = 'Kept for you';
export const friends = 'Friends';

/** The accessible name of the button that selects the best `count` seats. */
export function bestCount(count: number): string {
  return `Best ${count} ${count === 1 ? 'seat' : 'seats'}`;
}

/** Why fewer seats can be selected than the user wants: `Only 3 seats are free`. */
export function onlyFree(count: number): string {
  if (count === 0) return 'No seats are free';
  return count === 1 ? 'Only 1 seat is free' : `Only ${count} seats are free`;
}

/** The accessible name of a seat on the map. It includes the states that `aria-pressed` and the note about sold seats do not tell. */
export function seatOnMap(seatNumber: number, state: SeatState): string {
  const name = seatName(seatNumber);
  if (state === 'friends') return `${name}, your friends`;
  if (state === 'held') return `${name}, held`;
  return state === 'kept' ? `${name}, kept for you and your friends` : name;
}

/** The state of a seat in the list. */
export const seatStates: Record<SeatState, string> = {
  free,
  barred: free,
  selected,
  sold: booked,
  held,
  kept: 'Kept for you and your friends',
  friends: 'Booked, your friends',
};

/** A row in the list of seats: `Row C: 6 free, 2 selected`. */
export function rowSummary(letter: string, freeCount: number, selectedCount: number): string {
  return `Row ${letter}: ${freeCount} free${selectedCount > 0 ? `, ${selectedCount} selected` : ''}`;
}

// The selection
export const noSeatsChosen = 'No seats chosen';
export const chooseYourOwnSeats = 'Choose your own seats';
export const shareTheseSeats = 'Share these seats';
export const sendTheLink = 'Send the link';
export const stopSharing = 'Stop sharing';

// The buy dialog
export const buy = 'Buy';
export const selectSeat = 'Please select your seat!';
export const confirmingSeats = 'Bought. Confirming your seats';
export const enjoyTheFilm = 'Bought. Enjoy the film!';

/** The rest of the balance after the purchase, in rupiah. */
export function change(amount: number): string {
  return `Change ${formatRupiah(amount)}`;
}

import { moviePath } from './paths.ts';
import { isSeatSelection, MAXIMUM_SEATS, sortSeats } from './seats.ts';

const SEAT_NUMBERS = /^[1-9]\d?(?:,[1-9]\d?)*$/;

/** The seats of friends that an address names: as many as one purchase may hold, ascending, none twice. None for any other text. */
export function readBeside(text: string | null | undefined): readonly number[] {
  const seatNumbers = typeof text === 'string' && SEAT_NUMBERS.test(text) ? text.split(',').map(Number) : [];
  return isSeatSelection(seatNumbers) && sortSeats(seatNumbers).join() === text ? seatNumbers : [];
}

/** The seats that an invitation names: one's own first, then those of friends, as many as one purchase may hold. Ascending. */
export function invitedSeats(own: readonly number[], friends: readonly number[]): number[] {
  return sortSeats([...new Set([...own, ...friends])].slice(0, MAXIMUM_SEATS));
}

/** The path of an invitation: a screening and the seats beside which there is room. */
export function invitationPath(title: string, date: string, time: string, beside: readonly number[]): string {
  return moviePath(title, { date, time, beside }).replaceAll('+', '%20');
}

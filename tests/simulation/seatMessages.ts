import { NO_LONGER_HELD, heldMessage, takenMessage } from '../fixtures/messages.ts';

/** The meaning of a message about seats. */
export interface SeatClaim {
  readonly says: 'sold' | 'heldByOther' | 'noLongerHeld';
  /** The seats that the message names, ascending. */
  readonly seatNumbers: readonly number[];
}

/** Reads what a message says of seats, as a visitor does. Undefined if it says nothing about them. */
export function readSeatMessage(text: string): SeatClaim | undefined {
  if (text === NO_LONGER_HELD) return { says: 'noLongerHeld', seatNumbers: [] };
  const seatNumbers = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (seatNumbers.length === 0) return undefined;
  if (text === takenMessage(seatNumbers)) return { says: 'sold', seatNumbers };
  return text === heldMessage(seatNumbers) ? { says: 'heldByOther', seatNumbers } : undefined;
}

import { hash } from 'node:crypto';
import type { SeatEvent } from '#contract/bookedSeats.ts';
import { markedText, markOf, reportedHoldId, type MarkedScreening } from '#domain/marks.ts';
import type { TakenSeats } from '../store/takenSeats.ts';

/** The seats of a screening as everybody may see them: without users, codes and whole ids. */
export function seatEventOf(screening: MarkedScreening, { sold, holds }: TakenSeats): SeatEvent {
  const mark = (secret: string) => markOf(hash('sha256', markedText(secret, screening), 'base64url'));
  const reported = holds.map(({ id, userId, code, expiresAt, held, paid }) => ({
    by: mark(userId),
    id: reportedHoldId(id),
    seatNumbers: [...held],
    expiresAt: new Date(expiresAt).toISOString(),
    ...(code !== undefined && { share: mark(code) }),
    ...(code !== undefined && paid.length > 0 && { paidSeatNumbers: [...paid] }),
  }));
  return { seatNumbers: [...sold], ...(reported.length > 0 && { holds: reported }) };
}

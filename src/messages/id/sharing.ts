import type { Screening } from '#domain/showtimes.ts';
import { shortDate } from './dates.ts';

/** The title of the share sheet for a link to seats beside those of a ticket. */
export function watchWithFriends({ title, date, time }: Screening): string {
  return `Yuk, nobar: ${title}, ${shortDate(date)}, ${time}`;
}

/** The title of the share sheet for a link to shared seats. */
export function keptForYou({ title, date, time }: Screening): string {
  return `Yuk, nobar! Kursi sudah disimpan: ${title}, ${shortDate(date)}, ${time}`;
}

import type { Screening } from '#domain/showtimes.ts';

/** The title of the share sheet for a link to seats beside those of a ticket. */
export function watchWithFriends({ title, date, time }: Screening): string {
  return `Nonton ${title} bersama teman, ${date}, ${time}`;
}

/** The title of the share sheet for a link to shared seats. */
export function keptForYou({ title, date, time }: Screening): string {
  return `Kursi ditahan untuk Anda: ${title}, ${date}, ${time}`;
}

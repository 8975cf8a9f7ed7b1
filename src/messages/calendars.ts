import type { Language } from '#domain/languages.ts';
import * as en from './en/seats.ts';
import * as id from './id/seats.ts';

type CalendarMessages = Pick<typeof en, 'rowsOfSeats' | 'seatList'>;

/** The texts of a calendar file in every language, for the server. */
export const calendarMessages: Readonly<Record<Language, CalendarMessages>> = { en, id };

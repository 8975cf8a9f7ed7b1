/** The short date of a showtime as people read it. The API has it in English, `29 Nov`, in every language. */
export function shortDate(date: string): string {
  return date;
}

/** The months whose short form differs from the English one. */
const MONTHS: Readonly<Record<string, string>> = { May: 'Mei', Aug: 'Agu', Oct: 'Okt', Dec: 'Des' };

/** The short date of a showtime as people read it. The API has it in English, `29 Nov`, in every language. */
export function shortDate(date: string): string {
  return date.replace(/[A-Z]\w+$/, (month) => MONTHS[month] ?? month);
}

/** The cinema's IANA time zone, which the server writes into each document. */
export function cinemaTimeZone(document: Document): string {
  const zone = document.querySelector<HTMLMetaElement>('meta[name="cinema-time-zone"]')?.content;
  return zone === undefined || zone.startsWith('__') ? 'Asia/Jakarta' : zone;
}

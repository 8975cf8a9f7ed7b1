/** The zones whose names Indonesians know. Others are named by their offset. */
const NAMES: Readonly<Record<string, string>> = {
  'Asia/Makassar': 'WITA',
  'Asia/Jakarta': 'WIB',
  'Asia/Pontianak': 'WIB',
  'Asia/Jayapura': 'WIT',
};

/**
 * The name of a time zone, the same in every language: WIB, WITA or WIT in Indonesia, elsewhere the offset, such as `GMT+5:45`.
 * @param instant the time for which the offset holds, as an ISO text or in epoch milliseconds
 * @param zone the canonical name of the cinema's IANA time zone
 */
export function zoneName(instant: string | number, zone: string): string {
  return (
    NAMES[zone] ??
    new Date(instant)
      .toLocaleDateString('en', { timeZone: zone, timeZoneName: 'shortOffset' })
      .replace(/\S+ /, '')
      // Some engines write GMT+0 as GMT.
      .replace(/T$/, 'T+0')
  );
}

/** A showtime with the name of its zone: `20.35 WIB`. */
export function timeInZone(time: string, instant: string | number, zone: string): string {
  return `${time} ${zoneName(instant, zone)}`;
}

/** An ISO instant as a time of day in a zone: `19.20`. */
export function timeOfDay(instant: string, zone: string): string {
  const time = new Date(instant).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return time.replace(':', '.');
}

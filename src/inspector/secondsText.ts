/** A time of a visit, such as `2.28 s`, from milliseconds since its beginning. */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

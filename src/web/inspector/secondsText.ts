/** A moment of the inspector's time, such as `2.28 s`, from milliseconds. */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

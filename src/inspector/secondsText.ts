/** Formats milliseconds as seconds, such as `2.28 s`. */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** The message after other devices were signed out; `count` may be 0. */
export function signedOutMessage(count: number): string {
  if (count === 0) return 'No other device was signed in';
  return count === 1 ? '1 other device was signed out' : `${count} other devices were signed out`;
}

/** Whether every test goes its whole way, as before a release: `npm run test:long`. */
const isLongRound = import.meta.env.MODE === 'long';

/** How far a test goes that has more ways than the check has time for: in the check, and before a release. */
export function rounds<Way>(short: Way, long: Way): Way {
  return isLongRound ? long : short;
}

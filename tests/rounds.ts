/** How far a test goes that has more ways than the check has time for: in the check, and before a release (`npm run test:long`). */
export function rounds<Way>(short: Way, long: Way): Way {
  return import.meta.env.MODE === 'long' ? long : short;
}

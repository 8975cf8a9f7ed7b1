/** Sets the size of a test whose cases are too many for the check. `npm run test:long` uses `long`, all other runs `short`. */
export function rounds<Way>(short: Way, long: Way): Way {
  return import.meta.env.MODE === 'long' ? long : short;
}

/** Chooses between the short round of the check and the long round before a release (`npm run test:long`). */
export function rounds<Choice>(short: Choice, long: Choice): Choice {
  return import.meta.env.MODE === 'long' ? long : short;
}

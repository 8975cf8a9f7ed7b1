/** Chooses between the short round of the check and the long round before a release (`npm run test:long`). */
export function rounds<Choice>(short: Choice, long: Choice): Choice {
  return import.meta.env.MODE === 'long' ? long : short;
}

/** Every third of these cases in the short round, beginning with the one at `first`; all of them in the long round. */
export function everyThird<Case>(cases: readonly Case[], first = 0): readonly Case[] {
  return rounds(
    cases.filter((_, index) => index % 3 === first % 3),
    cases,
  );
}

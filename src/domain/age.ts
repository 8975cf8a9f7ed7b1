export type BadgeColour = 'green' | 'blue' | 'red';

/** Whether someone may watch a film: the age must be greater than the rating (section 5). Takes years. */
export function isOldEnough(age: number, ageRating: number): boolean {
  return age > ageRating;
}

/** The colour of the age badge: up to 11 green, 12 and 13 blue, above red (section 9). */
export function badgeColour(ageRating: number): BadgeColour {
  if (ageRating <= 11) return 'green';
  return ageRating <= 13 ? 'blue' : 'red';
}

/** The sentence for a visitor who is not older than the rating (section 2); the age stands in the parentheses. */
export function tooYoungMessage(age: number): string {
  return `Sorry but you are not old enough (${age}) to watch this movie :)`;
}

export type BadgeColour = 'green' | 'blue' | 'red';

/** Whether a user may watch a film: the age must be greater than the rating, both in years (section 5). */
export function isOldEnough(age: number, ageRating: number): boolean {
  return age > ageRating;
}

/** The colour of the age badge: green up to 11, blue for 12 and 13, red above (section 9). */
export function badgeColour(ageRating: number): BadgeColour {
  if (ageRating <= 11) return 'green';
  return ageRating <= 13 ? 'blue' : 'red';
}

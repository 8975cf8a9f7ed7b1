export const ageRating = 'Age rating';

/** The text of an age badge: `13+`. */
export function ageBadge(rating: number): string {
  return `${rating}+`;
}

export const ageRating = 'Klasifikasi usia';

/** The text of an age badge: `13+`, or `SU`, the official short form of _semua umur_, for films for all ages. */
export function ageBadge(rating: number): string {
  return rating === 0 ? 'SU' : `${rating}+`;
}

export const retry = 'Coba lagi';
export const back = 'Kembali';
export const signIn = 'Masuk';
export const signInToSee = 'Masuk untuk melihat halaman ini';
export const savedTickets = 'Tiket yang tersimpan di perangkat ini';

/** The alternative text of a poster. */
export function posterOf(title: string): string {
  return `Poster film ${title}`;
}

export const balance = 'Saldo';
export const buyTickets = 'Beli Tiket';
export const seats = 'Kursi';
export const seeTheMovies = 'Lihat daftar film';
export const userName = 'Nama pengguna';

/** Instead of the films, on the home page and on Movies. */
export const filmsNotLoaded = 'Daftar film tidak dapat dimuat';
export const nothingShowing = 'Hari ini tidak ada film yang tayang';

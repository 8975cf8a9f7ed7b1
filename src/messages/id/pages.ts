/** The titles of the pages, which are also the labels of the links to them. */
export const home = 'Beranda';
export const movies = 'Film';
export const film = 'Film';
export const myTickets = 'Tiket Saya';
export const ticket = 'Tiket';
export const topUp = 'Isi Saldo';
export const withdraw = 'Tarik Saldo';
export const transactions = 'Transaksi';
export const myInfo = 'Profil Saya';
export const about = 'Tentang Kami';
export const notFound = 'Halaman tidak ditemukan';

import { formatRupiah } from './money.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import type { SeatState } from '#domain/selection.ts';
import { seatName } from './seats.ts';

// The film
export const filmNotFound = 'Film tidak ditemukan';
export const filmNotShowing = 'Film ini sedang tidak tayang';
export const filmNotShowingReason = 'Masa tayangnya mungkin sudah berakhir, atau alamat halaman ini salah.';
export const filmNotLoaded = 'Film tidak dapat dimuat';

/** The price of a ticket for one seat, in rupiah. */
export function pricePerSeat(price: number): string {
  return `${formatRupiah(price)} per tiket`;
}

/**
 * The page title of an invitation: to seats beside friends, to shared seats, and after their end. Chats show it as the words of the friend
 * who sent the link. Indonesian spelling (EYD) has a comma after the weekday: `Yuk, nobar: Nosferatu, Sel, 24 Nov, 20.35`.
 */
export function invitationTitle(
  kind: 'beside' | 'kept' | 'noLongerKept',
  movieTitle: string,
  showtime: string,
): string {
  const dayAndTime = showtime.replace(' ', ', ');
  return {
    beside: `Yuk, nobar: ${movieTitle}, ${dayAndTime}`,
    kept: `Yuk, nobar! Kursi sudah disimpan: ${movieTitle}, ${dayAndTime}`,
    noLongerKept: `Kursi tidak disimpan lagi: ${movieTitle}, ${dayAndTime}`,
  }[kind];
}

// The schedule
export const schedule = 'Jadwal';
export const date = 'Tanggal';
export const showtime = 'Jam tayang';
export const selectShowtime = 'Silakan pilih tanggal dan jam tayang untuk melihat kursi yang tersedia';

// The hall
export const screen = 'Layar';
export const showAsList = 'Tampilkan sebagai daftar';
export const loadingSeats = 'Memuat denah kursi';
export const seatsNotLoaded = 'Denah kursi tidak dapat dimuat';
export const maximumSeats = `Maksimal ${MAXIMUM_SEATS} kursi`;
export const bestSeats = 'Kursi terbaik';
/** Before the buttons with the numbers of seats. */
export const bestSeatsFor = 'Kursi terbaik untuk';
export const free = 'Tersedia';
export const selected = 'Dipilih';
export const booked = 'Terjual';
export const held = 'Sedang dipesan';
export const keptForYou = 'Disimpan untuk Anda';
export const friends = 'Kursi teman';

/** The accessible name of the button that selects the best `count` seats. */
export function bestCount(count: number): string {
  return `${count} kursi terbaik`;
}

/** Why fewer seats can be selected than the user wants: `Hanya 3 kursi yang tersedia`. */
export function onlyFree(count: number): string {
  return count === 0 ? 'Tidak ada kursi yang tersedia' : `Hanya ${count} kursi yang tersedia`;
}

/** The accessible name of a seat on the map. It includes the states that `aria-pressed` and the note about sold seats do not tell. */
export function seatOnMap(seatNumber: number, state: SeatState): string {
  const name = seatName(seatNumber);
  if (state === 'friends') return `${name}, kursi teman Anda`;
  if (state === 'held') return `${name}, sedang dipesan`;
  return state === 'kept' ? `${name}, disimpan untuk Anda dan teman` : name;
}

/** The state of a seat in the list. */
export const seatStates: Record<SeatState, string> = {
  free,
  barred: free,
  selected,
  sold: booked,
  held,
  kept: 'Disimpan untuk Anda dan teman',
  friends: 'Terjual, kursi teman Anda',
};

/** A row in the list of seats: `Baris C: 6 tersedia, 2 dipilih`. */
export function rowSummary(letter: string, freeCount: number, selectedCount: number): string {
  return `Baris ${letter}: ${freeCount} tersedia${selectedCount > 0 ? `, ${selectedCount} dipilih` : ''}`;
}

// The selection
export const noSeatsChosen = 'Belum ada kursi yang dipilih';
export const chooseYourOwnSeats = 'Pilih kursi Anda sendiri';
export const shareTheseSeats = 'Bagikan kursi ini';
export const sendTheLink = 'Kirim tautan';
export const stopSharing = 'Berhenti berbagi';

// The buy dialog
export const buy = 'Beli';
export const selectSeat = 'Silakan pilih kursi Anda!';
export const confirmingSeats = 'Pembelian berhasil. Kursi Anda sedang dikonfirmasi';
export const enjoyTheFilm = 'Pembelian berhasil. Selamat menonton!';

/** The rest of the balance after the purchase, in rupiah. */
export function change(amount: number): string {
  return `Sisa saldo ${formatRupiah(amount)}`;
}

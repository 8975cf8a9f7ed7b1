import { formatRupiah } from './money.ts';

// The list of the user's tickets
export const ticketsNotLoaded = 'Tiket Anda tidak dapat dimuat';
export const noTickets = 'Anda belum memiliki tiket. Yuk, beli sekarang!';
export const bookTicket = 'Beli Tiket';
export const cancelTicket = 'Batalkan Tiket';
export const cancel = 'Batalkan';
export const expired = 'Kedaluwarsa';

/** When the ticket was bought: `Dibeli 21 Nov 2026, 14.05`. */
export function bookedAt(timestamp: string): string {
  return `Dibeli ${timestamp}`;
}

/** The accessible name of the link to a ticket. */
export function openTicketFor(movieTitle: string): string {
  return `Buka tiket ${movieTitle}`;
}

/** The amount that a cancellation returns, in rupiah. */
export function goesBack(amount: number): string {
  return `${formatRupiah(amount)} akan dikembalikan ke saldo Anda.`;
}

// The page of one ticket
/** The day of the showtime in the format of Luxon: `Kamis, 5 Maret 2026`. */
export const showDayFormat = 'cccc, d MMMM yyyy';
export const ticket = 'Tiket';
export const paid = 'Dibayar';
export const booked = 'Dibeli';
/** The label of the end of the ticket's id. */
export const ticketCode = 'Nomor tiket';
export const addToCalendar = 'Tambahkan ke kalender';
export const print = 'Cetak';
export const allMyTickets = 'Semua tiket saya';
export const cancelledExplained = 'Dibatalkan: tiket ini tidak berlaku lagi';
export const expiredExplained = 'Kedaluwarsa: film sudah dimulai';
export const ticketNotLoaded = 'Tiket Anda tidak dapat dimuat';
export const noTicket = 'Anda tidak memiliki tiket ini';
export const noTicketReason = 'Tiket ini mungkin sudah dibatalkan, atau alamat halaman ini salah.';
export const savedOnThisDevice = 'Tersimpan di perangkat ini';
export const savedExplained =
  'Salinan ini mungkin bukan yang terbaru. Tiket yang dibatalkan dari perangkat lain tidak berlaku lagi.';
export const removeFromThisDevice = 'Hapus dari perangkat ini';

/** A ticket without its code, which was saved before tickets had codes. */
export const codeWhenOnline = 'Kode masuk akan muncul setelah halaman ini tersambung ke internet.';

/** A ticket that a door has admitted: `Dipakai pukul 19.20`. */
export function usedAt(time: string): string {
  return `Dipakai pukul ${time}`;
}

/** The accessible name of a ticket's QR code. */
export function qrCodeOf(ticketId: string): string {
  return `Kode QR tiket ${ticketId}`;
}

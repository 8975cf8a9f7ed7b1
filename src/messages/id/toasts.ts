/** The sentences of toasts about other things than failures. */
export const toasts = {
  bought: 'Tiket berhasil dibeli',
  cancelled: 'Tiket berhasil dibatalkan',
  seats_freed: 'Tiket berhasil dibatalkan, tetapi sebagian kursinya kini tersedia untuk semua orang',
  topped_up: 'Saldo berhasil diisi',
  withdrawn: 'Saldo berhasil ditarik',
  signed_in: 'Berhasil masuk',
  signed_up: 'Berhasil mendaftar',
  ticket_gone: 'Tiket ini sudah dibatalkan sebelumnya',
  seats_unconfirmed: 'Tiket dan kursi Anda aman, meskipun konfirmasinya tidak kami terima',
  storage_refused:
    'Penyimpanan browser Anda penuh atau diblokir. Anda mungkin harus masuk lagi nanti, dan tiket Anda mungkin tidak tampil saat offline.',
  showtime_closing: 'Tiket untuk jam tayang ini tidak dijual lagi',
  link_copied: 'Tautan disalin',
  signed_out_others: (count: number) => signedOut(count),
  password_changed: (count: number) => `Kata sandi Anda sudah diganti. ${signedOut(count)}.`,
} as const;

export const links = { myTickets: 'Tiket Saya', transactions: 'Transaksi', ticket: 'Buka tiket' };
/** Screen readers hear it before the text of a toast. */
export const notification = 'Notifikasi';
export const dismiss = 'Tutup';
export const inviteFriends = 'Ajak teman';
export const copyHere = 'Salin tautan di sini:';

/** The name of the region with the toasts of a corner. F8 is the key that moves the focus to it. */
export function regionName(placement: 'top-right' | 'bottom-left'): string {
  return `Notifikasi, ${placement === 'top-right' ? 'kanan atas' : 'kiri bawah'} (F8)`;
}

function signedOut(count: number): string {
  return count === 0
    ? 'Tidak ada perangkat lain yang masuk ke akun Anda'
    : `Akun Anda sudah keluar dari ${count} perangkat lain`;
}

import { ACCOUNT_ALLOWANCE, SHARING_ALLOWANCE } from '#domain/holdTime.ts';
import type { FailureDetails } from '#domain/failure.ts';
import { formatRupiah } from './money.ts';
import { generalFailures } from './general.ts';
import { seatList } from './seats.ts';

/** The sentences about failures that the hall of a showtime can show, by code. */
export const hallFailures = {
  ...generalFailures,
  unauthenticated: 'Sesi Anda sudah berakhir. Silakan masuk lagi.',
  too_young: ({ age }: FailureDetails) => tooYoung(age),
  seat_taken: ({ seatNumbers = [] }: FailureDetails) =>
    seatNumbers.length === 0 ? 'Ada kursi yang baru saja terjual' : `${seatList(seatNumbers)} baru saja terjual`,
  seat_held: ({ seatNumbers = [] }: FailureDetails) =>
    seatNumbers.length === 0
      ? 'Salah satu kursi ini sedang dipesan orang lain'
      : `${seatList(seatNumbers)} sedang dipesan orang lain`,
  hold_changed: 'Kursi yang dikunci untuk Anda sudah berganti',
  sales_ending:
    'Penjualan tiket untuk jam tayang ini ditutup kurang dari satu menit lagi. Anda masih dapat membeli tiket untuk kursi yang tersedia.',
  balance_required: 'Isi saldo Anda dulu agar kursi ini dapat dikunci untuk Anda.',
  not_enough_balance: ({ shortfall }: FailureDetails) => notEnoughBalance(shortfall),
  movie_changed: 'Harga atau klasifikasi usia film ini sudah berubah',
  showtime_closed: 'Tiket untuk jam tayang ini tidak dijual lagi',
  too_many_attempts: ({ retryAfter }: FailureDetails) =>
    retryAfter === undefined
      ? generalFailures.too_many_attempts
      : `Terlalu banyak percobaan. Mohon tunggu ${retryAfter} detik, lalu coba lagi.`,
  too_many_holds: (details: FailureDetails) =>
    `${holdLimit(details)} Anda masih dapat membeli tiket untuk kursi yang tersedia.`,
  hold_expired: 'Kursi Anda tidak dikunci lagi. Tekan Beli Tiket untuk mencoba lagi.',
  share_ended: 'Kursi ini tidak disimpan lagi. Kursi yang belum dibayar kini tersedia untuk semua orang.',
} as const;

/** The message for a user who is not older than the rating of a film. */
export function tooYoung(age: number | undefined): string {
  return `Maaf, usia Anda${age === undefined ? '' : ` (${age})`} belum cukup untuk menonton film ini :)`;
}

/** The message when the balance is too low. At 0 it equals the price: the dialog warns then, too, but the server sells. */
export function notEnoughBalance(shortfall: number | undefined): string {
  if (shortfall === 0) return 'Saldo Anda pas, tanpa sisa';
  return shortfall === undefined ? 'Saldo tidak cukup' : `Saldo tidak cukup, kurang ${formatRupiah(shortfall)}`;
}

const LIMITS: Readonly<Record<string, string>> = {
  account: `Anda sudah mengunci kursi selama ${ACCOUNT_ALLOWANCE.allowed / 60_000} menit tanpa membeli tiket.`,
  sharing: `Anda sudah membagikan kursi selama ${SHARING_ALLOWANCE.allowed / 60_000} menit tanpa membeli tiket.`,
  network: 'Banyak kursi untuk jam tayang ini sedang dipesan oleh pengguna di jaringan Anda.',
  shared: 'Anda sedang membagikan kursi kepada teman.',
};

function holdLimit({ reason = '', seatNumbers = [] }: FailureDetails): string {
  return reason === 'seats'
    ? `${seatList(seatNumbers)} sudah terlalu lama dikunci.`
    : (LIMITS[reason] ?? 'Saat ini kursi lain tidak dapat dikunci untuk Anda.');
}

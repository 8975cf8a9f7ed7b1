import { ACCOUNT_ALLOWANCE, SHARING_ALLOWANCE } from '#domain/holdTime.ts';
import type { FailureDetails } from '#domain/failure.ts';
import { formatRupiah } from '#domain/money.ts';
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
      ? 'Pengunjung lain sedang membeli salah satu kursi ini'
      : `${seatList(seatNumbers)} sedang dibeli pengunjung lain`,
  hold_changed: 'Kursi yang ditahan untuk Anda sudah berganti',
  sales_ending:
    'Penjualan tiket untuk jam tayang ini berakhir kurang dari satu menit lagi. Anda masih dapat membeli kursi yang tersedia.',
  balance_required:
    'Kursi akan ditahan untuk Anda setelah saldo Anda cukup. Anda masih dapat membeli kursi yang tersedia.',
  not_enough_balance: ({ shortfall }: FailureDetails) => notEnoughBalance(shortfall),
  movie_changed: 'Harga atau klasifikasi usia film ini sudah berubah',
  showtime_closed: 'Tiket untuk jam tayang ini tidak dijual lagi',
  too_many_attempts: ({ retryAfter }: FailureDetails) =>
    retryAfter === undefined
      ? generalFailures.too_many_attempts
      : `Terlalu banyak percobaan. Mohon tunggu ${retryAfter} detik, lalu coba lagi.`,
  too_many_holds: (details: FailureDetails) => `${holdLimit(details)} Anda masih dapat membeli kursi yang tersedia.`,
  hold_expired: 'Kursi Anda tidak ditahan lagi',
  share_ended: 'Kursi ini tidak disisihkan lagi. Kursi yang belum dibayar kini tersedia kembali.',
} as const;

/** The message for a user who is not older than the rating of a film. */
export function tooYoung(age: number | undefined): string {
  return `Maaf, usia Anda${age === undefined ? '' : ` (${age})`} belum cukup untuk menonton film ini :)`;
}

/** The message when the balance is too low. */
export function notEnoughBalance(shortfall: number | undefined): string {
  return shortfall === undefined ? 'Saldo tidak cukup' : `Saldo tidak cukup (${formatRupiah(shortfall)})`;
}

const LIMITS: Readonly<Record<string, string>> = {
  account: `Kursi sudah ditahan untuk Anda selama ${ACCOUNT_ALLOWANCE.allowed / 60_000} menit tanpa dibeli.`,
  sharing: `Anda sudah membagikan kursi selama ${SHARING_ALLOWANCE.allowed / 60_000} menit tanpa membeli.`,
  network: 'Banyak kursi untuk jam tayang ini sedang ditahan oleh pengguna di jaringan Anda.',
  shared: 'Anda sedang membagikan kursi kepada teman.',
};

function holdLimit({ reason = '', seatNumbers = [] }: FailureDetails): string {
  return reason === 'seats'
    ? `${seatList(seatNumbers)} sudah terlalu lama ditahan.`
    : (LIMITS[reason] ?? 'Saat ini kursi lain tidak dapat ditahan untuk Anda.');
}

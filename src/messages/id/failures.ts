import type { FailureDetails } from '#domain/failure.ts';
import { hallFailures } from './hallFailures.ts';

/** The sentence about each failure, by code: those of the API and those of the client. */
export const failures = {
  ...hallFailures,
  invalid_request: 'Permintaan tidak valid',
  wrong_credentials: ({ reason }: FailureDetails) =>
    reason === 'ended_meanwhile'
      ? 'Akun Anda baru saja keluar dari semua perangkat lain. Silakan masuk lagi.'
      : 'Nama pengguna atau kata sandi salah',
  door_closed: 'Pintu masuk ini sudah ditutup. Buka lagi dengan tautan baru.',
  wrong_password: 'Kata sandi salah',
  movie_not_found: 'Film ini sedang tidak tayang',
  ticket_not_found: 'Tiket ini tidak ditemukan',
  not_found: 'Tidak ada apa pun di alamat ini',
  method_not_allowed: 'Metode ini tidak diizinkan di sini',
  username_taken: 'Nama pengguna ini sudah dipakai',
  seats_not_held: 'Anda tidak memiliki tiket untuk kursi ini',
  ticket_expired: 'Film sudah dimulai, jadi tiket ini tidak dapat dibatalkan',
  ticket_used: 'Tiket ini sudah dipakai, jadi tidak dapat dibatalkan',
  payload_too_large: 'Permintaan terlalu besar',
  unsupported_media_type: 'Permintaan harus berupa JSON',
  idempotency_conflict: 'Kunci idempotensi ini sudah dipakai untuk permintaan lain',
  abandoned: 'Sesi Anda berakhir sebelum permintaan Anda selesai diproses. Masuk untuk melihat hasilnya.',
  outcome_unknown: 'Kami tidak dapat memastikan hasilnya. Periksa tiket dan saldo Anda sebelum mencoba lagi.',
} as const;

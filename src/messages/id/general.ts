/** The sentences about failures that any call can have, by code. */
export const generalFailures = {
  internal: 'Terjadi kesalahan. Silakan coba lagi.',
  unexpected: 'Terjadi kesalahan. Silakan coba lagi.',
  unreachable: 'Server bioskop tidak dapat dihubungi. Periksa koneksi Anda, lalu coba lagi.',
  unreadable: 'Jawaban server tidak dapat dibaca. Silakan coba lagi.',
  unavailable: 'Server bioskop sedang sibuk. Silakan coba beberapa saat lagi.',
  too_many_attempts: 'Terlalu banyak percobaan. Mohon tunggu sebentar.',
} as const;

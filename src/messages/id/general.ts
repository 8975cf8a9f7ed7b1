/** The sentences about failures that any call can have, by code. */
export const generalFailures = {
  internal: 'Terjadi kesalahan. Silakan coba lagi.',
  unexpected: 'Terjadi kesalahan. Silakan coba lagi.',
  unreachable: 'Bioskop tidak dapat dihubungi. Periksa koneksi Anda, lalu coba lagi.',
  unreadable: 'Jawaban tidak dapat dibaca. Silakan coba lagi.',
  unavailable: 'Bioskop sedang sibuk. Silakan coba lagi sebentar lagi.',
  too_many_attempts: 'Terlalu banyak percobaan. Mohon tunggu sebentar.',
} as const;

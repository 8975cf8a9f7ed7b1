/** The sentences about failures that any call can have, by code. */
export const generalFailures = {
  internal: 'Terjadi kesalahan. Silakan coba lagi.',
  unexpected: 'Terjadi kesalahan. Silakan coba lagi.',
  unreachable: 'Tidak dapat terhubung ke server. Periksa koneksi Anda, lalu coba lagi.',
  unreadable: 'Respons server tidak dapat dibaca. Silakan coba lagi.',
  unavailable: 'Server sedang sibuk. Silakan coba beberapa saat lagi.',
  too_many_attempts: 'Terlalu banyak percobaan. Mohon tunggu sebentar.',
} as const;

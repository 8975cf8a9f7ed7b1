export const unsettled = 'Belum ada jawaban. Kami akan terus memeriksanya.';

export const unsettled = 'Belum ada jawaban. Kami terus memeriksanya.';

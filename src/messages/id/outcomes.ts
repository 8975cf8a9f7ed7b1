export const unsettled = 'Belum ada respons dari server. Kami akan terus memeriksa hasilnya.';

export const closeDialog = 'Tutup dialog';
export const username = 'Nama pengguna';
export const password = 'Kata sandi';
export const underWay = 'Permintaan Anda sebelumnya masih diproses.';

import { MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';

export const title = 'Tentang';
export const product =
  'Nobar Now menjual kursi satu studio bioskop. “Nobar” adalah singkatan dari nonton bareng, menonton film bersama-sama.';
export const buying = `Siapa pun dapat melihat film, jam tayang, dan ${SEATS_IN_HALL} kursi. Dengan akun, Anda dapat membeli hingga ${MAXIMUM_SEATS} kursi sekaligus dari saldo Anda. Tiket dapat dibatalkan sampai filmnya mulai; harganya lalu kembali ke saldo Anda.`;
export const balance =
  'Saldo ini bukan rekening bank. Isi Saldo dan Tarik Saldo mengubah angka yang Anda lihat di sini dan tidak memindahkan uang sungguhan. Setiap perubahan tercantum di Transaksi.';
export const privacy =
  'Tidak ada cookie dan tidak ada pelacak. Peramban Anda menyimpan sesi masuk dan tiket yang Anda buka sampai Anda keluar. Tema yang Anda pilih juga disimpan.';

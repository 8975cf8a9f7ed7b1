import { MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';

export const title = 'Tentang Kami';
export const product =
  'Nobar Now menjual tiket untuk satu studio bioskop. “Nobar” adalah kependekan dari “nonton bareng”.';
export const buying = `Siapa pun dapat melihat daftar film, jam tayang, dan denah ${SEATS_IN_HALL} kursi. Setelah masuk ke akun, Anda dapat membeli hingga ${MAXIMUM_SEATS} tiket sekaligus dengan saldo Anda. Tiket dapat dibatalkan sebelum film dimulai, dan uang Anda akan dikembalikan ke saldo.`;
export const balance =
  'Saldo ini bukan rekening bank. Isi Saldo dan Tarik Saldo hanya mengubah angka yang Anda lihat di sini, tanpa memindahkan uang sungguhan. Setiap perubahan tercatat di Transaksi.';
export const privacy =
  'Situs ini tidak menggunakan cookie maupun pelacak. Browser Anda menyimpan sesi masuk Anda serta tiket yang Anda buka sampai Anda keluar dari akun. Browser juga menyimpan tema yang Anda pilih.';

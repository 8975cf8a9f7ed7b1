import { MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';

export const title = 'Tentang Kami';
export const product =
  'Nobar Now menjual tiket untuk kursi di satu studio bioskop. “Nobar” adalah kependekan dari “nonton bareng”.';
export const buying = `Siapa pun dapat melihat daftar film, jam tayang, dan denah ${SEATS_IN_HALL} kursi. Jika memiliki akun, Anda dapat membeli hingga ${MAXIMUM_SEATS} kursi sekaligus dengan saldo Anda. Tiket dapat dibatalkan sampai film dimulai; harga tiket lalu dikembalikan ke saldo Anda.`;
export const balance =
  'Saldo ini bukan rekening bank. Isi Saldo dan Tarik Saldo hanya mengubah angka yang Anda lihat di sini, tanpa memindahkan uang sungguhan. Setiap perubahan tercatat di Transaksi.';
export const privacy =
  'Situs ini tidak menggunakan cookie ataupun pelacak. Browser Anda menyimpan sesi masuk Anda serta tiket yang Anda buka sampai Anda keluar dari akun. Browser juga menyimpan tema yang Anda pilih.';

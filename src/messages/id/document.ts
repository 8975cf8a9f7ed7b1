/** The texts of the HTML document, outside of the rendered page. They contain no markup and no apostrophe. */
export const documentMessages = {
  description: 'Lihat film yang sedang tayang, pilih kursi Anda, dan beli tiket bioskop dengan saldo Anda.',
  notLoaded: 'Nobar Now tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  retry: 'Coba lagi',
  needsJavaScript: 'Anda dapat melihat daftar film tanpa JavaScript. Pembelian tiket memerlukan JavaScript.',
  needsNewerBrowser:
    'Nobar Now memerlukan browser yang lebih baru: Chrome atau Edge 111, Firefox 115, Safari 16.4, atau versi setelahnya.',
  door: 'Pintu masuk',
  doorNeedsJavaScript: 'Pintu masuk memerlukan JavaScript.',
  notFound: 'Halaman tidak ditemukan',
  nothingHere: 'Tidak ada apa pun di alamat ini.',
  seeTheMovies: 'Lihat daftar film',
};

export const title = 'Halaman tidak ditemukan';
export const nothingHere = 'Tidak ada apa pun di alamat ini';
export const reason = 'Halaman ini mungkin sudah dipindahkan, atau alamatnya salah.';

export const skipToContent = 'Langsung ke konten';
export const menu = 'Menu';
/** The names of the navigation in the top bar and in the footer. */
export const mainNavigation = 'Utama';
export const footerNavigation = 'Kaki halaman';
export const loading = 'Memuat';
export const takingLong = 'Prosesnya lebih lama dari biasanya';
export const carryOn = 'Lanjut melihat-lihat';
export const savedPage = 'Anda sedang melihat halaman yang tersimpan. Isinya mungkin bukan yang terbaru.';

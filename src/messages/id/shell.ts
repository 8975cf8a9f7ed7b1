export const skipToContent = 'Langsung ke konten';
export const menu = 'Menu';
/** The names of the navigation in the top bar and in the footer. */
export const mainNavigation = 'Utama';
export const footerNavigation = 'Kaki halaman';
export const loading = 'Memuat';
export const takingLong = 'Proses ini lebih lama daripada biasanya';
export const carryOn = 'Lanjut menjelajah';
export const savedPage = 'Anda sedang melihat halaman yang tersimpan. Isinya mungkin bukan yang terbaru.';

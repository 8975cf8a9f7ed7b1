// The page of staff who check tickets at the door of a hall
export const changeTheme = 'Terang atau gelap';
export const chooseScreening = 'Pilih penayangan';
export const nextScreening = 'Berikutnya';
export const noScreenings = 'Belum ada tiket yang terjual untuk hari ini';
export const reloadScreenings = 'Muat ulang';
export const changeScreening = 'Ganti penayangan';

/** How many of the sold seats are inside: `34 dari 51 di dalam`. */
export function seatsInside(inside: number, sold: number): string {
  return `${inside} dari ${sold} di dalam`;
}

// The phone without a door
export const opening = 'Membuka pintu masuk';
export const noDoor = 'Ponsel ini bukan pintu masuk';
export const howToOpen =
  'Buka tautan pintu masuk yang dikirim kepada Anda. Tautan itu berlaku di semua ponsel sampai waktu pintu masuk berakhir.';
export const doorClosed = 'Pintu masuk ini sudah ditutup';
export const howToReopen =
  'Minta tautan baru. Data yang belum terkirim tetap ada di ponsel ini, dan tautan baru akan mengirimkannya.';
export const doorNotLoaded = 'Pintu masuk tidak dapat dibuka';

// The connection
export const online = 'Online';
export const offline = 'Offline: tiket diperiksa dengan daftar di ponsel ini';
export const sending = 'Mengirim';

/** How many admissions the server does not know yet. */
export function notSent(count: number): string {
  return `${count} belum terkirim`;
}

// The camera and the field
export const holdBefore = 'Arahkan kode QR tiket ke kamera';
export const cameraWaits = 'Kamera menunggu selama Anda mengetik';
export const cameraFailures = {
  denied: 'Halaman ini tidak diizinkan memakai kamera. Izinkan di pengaturan browser, atau ketik kodenya.',
  absent: 'Perangkat ini tidak memiliki kamera yang dapat dipakai. Ketik kodenya, atau pakai pemindai.',
  busy: 'Kamera sedang dipakai aplikasi lain. Tutup aplikasi itu, atau ketik kodenya.',
  failed: 'Kamera tidak berfungsi. Ketik kodenya, atau pakai pemindai.',
} as const;
export const startCamera = 'Nyalakan kamera';
export const code = 'Kode tiket';
export const check = 'Periksa';
export const checking = 'Memeriksa';

// The answers, each a large word
export const answers = {
  welcome: 'Selamat datang',
  welcome_unconfirmed: 'Selamat datang, belum dikonfirmasi',
  already_inside: 'Sudah di dalam',
  another_screening: 'Penayangan lain',
  cancelled: 'Dibatalkan',
  not_ours: 'Bukan tiket kami',
  too_early: 'Terlalu awal',
  unlisted: 'Tidak dapat diperiksa saat offline',
  not_a_code: 'Bukan kode tiket',
  unstored: 'Tidak diizinkan masuk',
  failed: 'Belum diperiksa',
  undone: 'Batal masuk',
  not_undone: 'Tidak dapat diurungkan',
} as const;

/** The number of people that a ticket admits. */
export function people(count: number): string {
  return `${count} orang`;
}

/** When a ticket was used, and at which door: `Sejak 19.20, di Entrance`. */
export function insideSince(time: string, door: string): string {
  return `Sejak ${time}, di ${door}`;
}

export function opensAt(time: string): string {
  return `Pintu dibuka pukul ${time}`;
}

export const explanations = {
  welcome_unconfirmed: 'Persilakan masuk. Ponsel akan mengirim datanya nanti.',
  unlisted: 'Tiket ini tidak ada di daftar ponsel ini. Periksa lagi saat ponsel online.',
  not_a_code: 'Kode tiket terdiri atas 20 huruf dan angka.',
  unstored: 'Ponsel sedang offline, dan penyimpanannya penuh atau diblokir. Periksa lagi saat online.',
  undone: 'Tiket ini dihitung belum masuk.',
  not_undone: 'Penyimpanan ponsel ini penuh atau diblokir. Tiket ini masih dihitung di dalam.',
} as const;

/** The button that undoes the last admission: `Urungkan: Kursi 12 dan 13`. */
export function undo(seats: string): string {
  return `Urungkan: ${seats}`;
}

// The later answers of the server
export const toClearUp = 'Perlu diselesaikan';
export const admittedBut = 'Diizinkan masuk tanpa koneksi, tetapi menurut server:';
export const notUndone = 'Terlambat diurungkan: tiket ini masih dihitung di dalam';
export const acknowledge = 'Mengerti';
export const unsent = 'Belum terkirim';
export const admission = 'Masuk';
export const admissionUndone = 'Batal masuk';

export const displayName = 'Nama tampilan';
export const age = 'Usia';

export const otherDevices = 'Perangkat lain';
export const otherDevicesExplained =
  'Ponsel hilang, atau lupa keluar di perangkat lain? Anda dapat mengeluarkan semua perangkat kecuali perangkat ini.';
export const signOutOtherDevices = 'Keluarkan perangkat lain';

export const password = 'Kata sandi';
export const currentPassword = 'Kata sandi saat ini';
export const newPassword = 'Kata sandi baru';
export const confirmNewPassword = 'Ulangi kata sandi baru';
export const changePassword = 'Ganti kata sandi';
export const changingSignsOut = 'Jika kata sandi diganti, semua perangkat lain dikeluarkan.';
export const passwordChanged = 'Kata sandi Anda sudah diganti, dan tidak ada perangkat lain yang masuk.';

export const displayName = 'Nama tampilan';
export const age = 'Usia';

export const otherDevices = 'Perangkat lain';
export const otherDevicesExplained =
  'Ponsel hilang, atau lupa keluar dari akun di perangkat lain? Anda dapat keluar dari semua perangkat kecuali perangkat ini.';
export const signOutOtherDevices = 'Keluar dari perangkat lain';

export const password = 'Kata sandi';
export const currentPassword = 'Kata sandi saat ini';
export const newPassword = 'Kata sandi baru';
export const confirmNewPassword = 'Konfirmasi kata sandi baru';
export const changePassword = 'Ganti kata sandi';
export const changingSignsOut = 'Jika kata sandi diganti, akun Anda akan keluar dari semua perangkat lain.';
export const passwordChanged = 'Kata sandi Anda sudah diganti, dan akun Anda sudah keluar dari semua perangkat lain.';

export const signIn = 'Masuk';
export const signUp = 'Daftar';
export const username = 'Nama pengguna';
export const displayName = 'Nama tampilan';
export const age = 'Usia';
export const password = 'Kata sandi';
export const confirmPassword = 'Konfirmasi kata sandi';

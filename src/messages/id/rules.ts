import { MAXIMUM_AGE, MAXIMUM_NAME_LENGTH, MAXIMUM_PASSWORD_LENGTH, MINIMUM_LENGTH } from '#domain/credentials.ts';
import { TOP_UP_MAXIMUM, WITHDRAW_MAXIMUM } from '#domain/money.ts';
import { formatRupiah } from './money.ts';
import type { Rule } from '#domain/rules.ts';
import { MAXIMUM_SEATS, MINIMUM_SHARED_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';

/** The sentence about each broken rule. */
export const rules: Record<Rule, string> = {
  signInUsernameMissing: 'Nama pengguna wajib diisi!',
  usernameMissing: 'Nama pengguna wajib diisi!',
  usernameShort: `Nama pengguna minimal ${MINIMUM_LENGTH} karakter`,
  usernameLong: `Nama pengguna maksimal ${MAXIMUM_NAME_LENGTH} karakter`,
  usernameSpace: 'Nama pengguna tidak boleh diawali atau diakhiri spasi',
  usernameInvisible: 'Nama pengguna tidak boleh berisi karakter tak terlihat',
  usernameAlphabets: 'Nama pengguna tidak boleh mencampur aksara. Silakan pakai satu saja.',
  displayNameMissing: 'Nama tampilan wajib diisi!',
  displayNameShort: `Nama tampilan minimal ${MINIMUM_LENGTH} karakter`,
  displayNameLong: `Nama tampilan maksimal ${MAXIMUM_NAME_LENGTH} karakter`,
  displayNameInvisible: 'Nama tampilan tidak boleh berisi karakter tak terlihat',
  nameMarks: 'Maksimal 4 tanda pada satu huruf',
  ageMissing: 'Usia wajib diisi!',
  ageNegative: 'Usia minimal 0',
  ageNotWhole: 'Usia harus berupa bilangan bulat',
  ageLarge: `Usia maksimal ${MAXIMUM_AGE}`,
  passwordMissing: 'Kata sandi wajib diisi!',
  passwordShort: `Kata sandi minimal ${MINIMUM_LENGTH} karakter`,
  passwordLong: `Kata sandi maksimal ${MAXIMUM_PASSWORD_LENGTH} karakter`,
  passwordCommon: 'Kata sandi ini dipakai banyak orang. Silakan pilih yang lebih sulit ditebak.',
  confirmPasswordMissing: 'Konfirmasi kata sandi wajib diisi!',
  confirmPasswordShort: `Konfirmasi kata sandi minimal ${MINIMUM_LENGTH} karakter`,
  passwordsDiffer: 'Konfirmasi kata sandi tidak cocok',
  newPasswordCurrent: 'Kata sandi baru sama dengan kata sandi saat ini',
  withdrawalTooSmall: 'Nominal penarikan harus lebih dari 0',
  withdrawalTooLarge: `Nominal penarikan maksimal ${formatRupiah(WITHDRAW_MAXIMUM)}`,
  withdrawalNotWhole: 'Nominal penarikan harus berupa bilangan bulat',
  withdrawalNotPlain: 'Nominal penarikan harus berupa bilangan bulat yang ditulis dengan angka saja',
  withdrawalNotPasted: 'Teks yang ditempel bukan nominal dalam rupiah',
  topUpInvalid: `Nominal isi saldo harus berupa bilangan bulat dari 1 sampai ${formatRupiah(TOP_UP_MAXIMUM)}`,
  balanceTooLarge: 'Saldo sudah mencapai batas maksimal',
  dateNotOffered: 'Pilih salah satu tanggal yang tersedia',
  timeNotOffered: 'Pilih salah satu jam tayang',
  seatsInvalid: `Pilih 1 sampai ${MAXIMUM_SEATS} kursi yang berbeda, bernomor 1 sampai ${SEATS_IN_HALL}`,
  sharedSeatsTooFew: `Pilih minimal ${MINIMUM_SHARED_SEATS} kursi untuk dibagikan`,
  ticketIdMissing: 'Nomor tiket wajib diisi',
};

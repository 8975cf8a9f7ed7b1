import { clockText } from '#domain/heldSeats.ts';

/** The countdown of a hold, from its remaining whole seconds: `Selesaikan pembelian dalam 04:52`. */
export function heldCountdown(seconds: number): string {
  return `Selesaikan pembelian dalam ${clock(seconds)}`;
}

/** The countdown as it is announced to screen readers: `Selesaikan pembelian dalam 5 menit`. */
export function heldMinutes(minutes: number): string {
  return `Selesaikan pembelian dalam ${minutes} menit`;
}

/** The countdown of shared seats, from its remaining whole seconds: `Disimpan untuk Anda dan teman: 14:52`. */
export function keptCountdown(seconds: number): string {
  return `Disimpan untuk Anda dan teman: ${clock(seconds)}`;
}

/** That countdown as it is announced to screen readers: `Disimpan untuk Anda dan teman: 15 menit`. */
export function keptMinutes(minutes: number): string {
  return `Disimpan untuk Anda dan teman: ${minutes} menit`;
}

/** How many of the shared seats have been paid for: `2 dari 5 tiket sudah dibayar`. */
export function paidMessage(paid: number, shared: number): string {
  return `${paid} dari ${shared} tiket sudah dibayar`;
}

function clock(seconds: number): string {
  return clockText(seconds).padStart(5, '0');
}

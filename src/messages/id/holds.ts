import { clockText } from '#domain/heldSeats.ts';

/** The countdown of a hold, from its remaining whole seconds: `Ditahan untuk Anda: 4:52`. */
export function heldCountdown(seconds: number): string {
  return `Ditahan untuk Anda: ${clockText(seconds)}`;
}

/** The countdown as it is announced to screen readers: `Ditahan untuk Anda: 5 menit`. */
export function heldMinutes(minutes: number): string {
  return `Ditahan untuk Anda: ${minutes} menit`;
}

/** The countdown of shared seats, from its remaining whole seconds: `Disisihkan untuk Anda dan teman: 14:52`. */
export function keptCountdown(seconds: number): string {
  return `Disisihkan untuk Anda dan teman: ${clockText(seconds)}`;
}

/** That countdown as it is announced to screen readers: `Disisihkan untuk Anda dan teman: 15 menit`. */
export function keptMinutes(minutes: number): string {
  return `Disisihkan untuk Anda dan teman: ${minutes} menit`;
}

/** How many of the shared seats have been paid for: `2 dari 5 sudah dibayar`. */
export function paidMessage(paid: number, shared: number): string {
  return `${paid} dari ${shared} sudah dibayar`;
}

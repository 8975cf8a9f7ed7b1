/** The sentences of toasts about other things than failures. Section 8 fixes the wording of those that it quotes. */
export const toasts = {
  bought: 'Successful purchase of tickets',
  cancelled: 'Ticket cancelled',
  seats_freed: 'Ticket cancelled, but some of its seats are free for everyone',
  topped_up: 'Successfully top up the balance',
  withdrawn: 'Withdrawal successful',
  signed_in: 'Sign in success',
  signed_up: 'Sign up success',
  ticket_gone: 'This ticket was already cancelled',
  seats_unconfirmed: 'You have your tickets and seats, but the confirmation did not arrive',
  storage_refused:
    'Your browser’s storage is full or blocked. You may have to sign in again later, and your tickets may not show offline.',
  showtime_closing: 'This showtime is no longer on sale',
  link_copied: 'Link copied',
  signed_out_others: (count: number) => signedOut(count),
  password_changed: (count: number) => `Your password was changed. ${signedOut(count)}.`,
} as const;

export const links = { myTickets: 'My Tickets', transactions: 'Transactions', ticket: 'Open ticket' };
/** Screen readers hear it before the text of a toast. */
export const notification = 'Notification';
export const dismiss = 'Dismiss';
export const inviteFriends = 'Invite friends';
export const copyHere = 'Copy the link here:';

/** The name of the region with the toasts of a corner. F8 is the key that moves the focus to it. */
export function regionName(placement: 'top-right' | 'bottom-left'): string {
  return `Notifications, ${placement} (F8)`;
}

function signedOut(count: number): string {
  if (count === 0) return 'No other device was signed in';
  return count === 1 ? '1 other device was signed out' : `${count} other devices were signed out`;
}

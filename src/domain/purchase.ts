/** The price of a set of seats, in rupiah. */
export function purchaseTotal(ticketPrice: number, seatCount: number): number {
  return ticketPrice * seatCount;
}

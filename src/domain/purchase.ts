/** The price of a number of seats, in rupiah. */
export function purchaseTotal(ticketPrice: number, seatCount: number): number {
  return ticketPrice * seatCount;
}

export const amount = 'Amount';
export const otherAmount = 'Other amount';
export const balanceAfterwards = 'Balance afterwards';
export const withdraw = 'Withdraw';
export const confirm = 'Confirm';
/** The way back to the film's page from which the user came to top up. */
export const backToYourSeats = 'Back to your seats';

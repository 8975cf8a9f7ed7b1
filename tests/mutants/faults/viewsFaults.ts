import { webTest, type Fault } from '../fault.ts';

const seat = { file: 'src/web/pages/movie/Seat.tsx', by: webTest('movie', 'section 4: Seat selection') };

/** Faults of what is shown, said and barred in the views. */
export const viewsFaults: readonly Fault[] = [
  {
    ...seat,
    fault: 'a booked seat is not said to be disabled',
    text: "isBooked || state === 'barred' || undefined",
    replacement: "state === 'barred' || undefined",
  },
  {
    ...seat,
    fault: 'a chosen seat is not said to be pressed',
    text: "aria-pressed={state === 'selected'}",
    replacement: '',
  },
  {
    ...seat,
    fault: 'a booked seat does not say Booked',
    text: 'aria-describedby={isBooked ? bookedNoteId : undefined}',
    replacement: '',
  },
  {
    file: 'src/web/pages/movie/SeatMap.tsx',
    by: webTest('movie', 'the map is a grid with one tab stop'),
    fault: 'every seat is a tab stop',
    text: 'isTabStop={seatNumber === tabStop}',
    replacement: 'isTabStop',
  },
  {
    file: 'src/web/pages/movie/SeatMap.tsx',
    by: webTest('movie', 'Tab comes back to the seat that was left last'),
    fault: 'Tab comes back to the first seat after the arrows have led to another',
    text: 'setTabStop(target);',
    replacement: '',
  },
  {
    file: 'src/web/pages/movie/SeatMap.tsx',
    by: webTest('movie', 'Tab comes back to the seat that was left last'),
    fault: 'Tab comes back to the first seat after another was clicked',
    text: 'setTabStop(seatNumber);',
    replacement: '',
  },
  {
    file: 'src/web/pages/movie/SchedulePicker.tsx',
    by: webTest('movie', 'section 2: Movie detail behaviour'),
    fault: 'a showtime that is past can be pressed',
    text: 'disabled={!open}',
    replacement: '',
  },
  {
    file: 'src/web/pages/movie/BuyDialog.tsx',
    by: webTest('models/purchase'),
    fault: 'Buy can be pressed with nothing to buy',
    text: 'disabled={!canConfirm && !isBuying}',
    replacement: '',
  },
  {
    file: 'src/web/components/Button.tsx',
    by: webTest('models/purchase', 'buy and leave the page'),
    fault: 'a button whose work is under way does not say so',
    text: 'aria-busy={busy || undefined}',
    replacement: '',
  },
  {
    file: 'src/web/pages/tickets/TicketCard.tsx',
    by: webTest('models/cancel', 'let the film begin'),
    fault: 'the button of an expired ticket can be pressed',
    text: 'disabled={expired}',
    replacement: '',
  },
  {
    file: 'src/web/pages/tickets/MyTicketsPage.tsx',
    by: webTest('myTickets', 'section 2'),
    fault: 'the refund of one seat is promised for several',
    text: 'purchaseTotal(ticket.movieTicketPrice, ticket.seatNumbers.length)',
    replacement: 'ticket.movieTicketPrice',
  },
  {
    file: 'src/web/components/TextField.tsx',
    by: webTest('authDialog', 'errors show only for touched fields'),
    fault: 'a refused field is not said to be invalid',
    text: 'aria-invalid={error !== undefined || undefined}',
    replacement: '',
  },
  {
    file: 'src/web/pages/transactions/TransactionRow.tsx',
    by: webTest('transactions', 'lists the ledger in plain words'),
    fault: 'money that went out has the colour of money that came in',
    text: "amount > 0 ? 'in' : 'out'",
    replacement: "amount < 0 ? 'in' : 'out'",
  },
  {
    file: 'src/web/shell/Toasts.tsx',
    by: webTest('toasts', 'a toast is read out, but not where an alert says the same'),
    fault: 'a toast is read out that an alert says already',
    text: "if (isSaid) dataset['radixToastAnnounceExclude'] = '';",
    replacement: '',
  },
];

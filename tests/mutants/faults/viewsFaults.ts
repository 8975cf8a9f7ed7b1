import { faultsIn, webTest, type Fault } from '../fault.ts';

/** Faults of what is shown, said and barred in the views. */
export const viewsFaults: readonly Fault[] = [
  ...faultsIn('src/web/pages/movie/Seat.tsx', webTest('movie', 'section 4: Seat selection'), {
    'a booked seat is not said to be disabled': [
      "isBooked || state === 'barred' || undefined",
      "state === 'barred' || undefined",
    ],
    'a chosen seat is not said to be pressed': ["aria-pressed={state === 'selected'}", ''],
    'a booked seat does not say Booked': ['aria-describedby={isBooked ? bookedNoteId : undefined}', ''],
  }),
  ...faultsIn('src/web/pages/movie/SeatMap.tsx', webTest('movie', 'the map is a grid with one tab stop'), {
    'every seat is a tab stop': ['isTabStop={seatNumber === tabStop}', 'isTabStop'],
  }),
  ...faultsIn('src/web/pages/movie/SeatMap.tsx', webTest('movie', 'Tab comes back to the seat that was left last'), {
    'Tab comes back to the first seat after the arrows have led to another': ['setTabStop(target);', ''],
    'Tab comes back to the first seat after another was clicked': ['setTabStop(seatNumber);', ''],
  }),
  ...faultsIn('src/web/pages/movie/SchedulePicker.tsx', webTest('movie', 'section 2: Movie detail behaviour'), {
    'a showtime that is past can be pressed': ['disabled={!open}', ''],
  }),
  ...faultsIn('src/web/pages/movie/BuyDialog.tsx', webTest('models/purchase'), {
    'Buy can be pressed with nothing to buy': ['disabled={!canConfirm && !isBuying}', ''],
  }),
  ...faultsIn('src/web/components/Button.tsx', webTest('models/purchase', 'buy and leave the page'), {
    'a button whose work is under way does not say so': ['aria-busy={busy || undefined}', ''],
  }),
  ...faultsIn('src/web/pages/tickets/TicketCard.tsx', webTest('models/cancel', 'let the film begin'), {
    'the button of an expired ticket can be pressed': ['disabled={expired}', ''],
  }),
  ...faultsIn('src/web/pages/tickets/MyTicketsPage.tsx', webTest('myTickets', 'section 4'), {
    'the refund of one seat is promised for several': [
      'purchaseTotal(ticket.movieTicketPrice, ticket.seatNumbers.length)',
      'ticket.movieTicketPrice',
    ],
  }),
  ...faultsIn('src/web/pages/wallet/WalletBalance.tsx', webTest('wallet', 'a page that the browser has translated'), {
    'a translated page keeps the old balance': [
      '{`Balance ${formatRupiah(balance)}`}',
      'Balance {formatRupiah(balance)}',
    ],
  }),
  ...faultsIn('src/web/components/TextField.tsx', webTest('authDialog', 'errors show only for touched fields'), {
    'a refused field is not said to be invalid': ['aria-invalid={error !== undefined || undefined}', ''],
  }),
  ...faultsIn(
    'src/web/pages/transactions/TransactionRow.tsx',
    webTest('transactions', 'lists the ledger in plain words'),
    {
      'money that went out has the colour of money that came in': [
        "amount > 0 ? 'in' : 'out'",
        "amount < 0 ? 'in' : 'out'",
      ],
    },
  ),
  ...faultsIn(
    'src/web/shell/Toasts.tsx',
    webTest('toasts', 'a toast is read out, but not where an alert says the same'),
    {
      'a toast is read out that an alert says already': ["if (isSaid) dataset['radixToastAnnounceExclude'] = '';", ''],
    },
  ),
];

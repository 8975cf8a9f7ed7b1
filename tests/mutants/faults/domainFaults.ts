import { contractTest, domainTest, type Fault } from '../fault.ts';

const calendar = { file: 'src/domain/calendar.ts', by: domainTest('calendar') };
const credentials = { file: 'src/domain/credentials.ts', by: domainTest('credentials') };
const failure = { file: 'src/domain/failure.ts', by: domainTest('failure') };
const money = { file: 'src/domain/money.ts', by: domainTest('money') };
const seats = { file: 'src/domain/seats.ts', by: domainTest('seats') };
const tickets = { file: 'src/domain/tickets.ts', by: domainTest('tickets') };

/** Limits, signs, time zones and orders, in the rules. */
export const domainFaults: readonly Fault[] = [
  {
    file: 'src/domain/credentials.ts',
    by: domainTest('credentials'),
    fault: 'two names that differ in ß and ss are two accounts',
    text: '.toLowerCase().toUpperCase().toLowerCase()',
    replacement: '.toLowerCase()',
  },
  {
    file: 'src/domain/credentials.ts',
    by: contractTest('forms'),
    fault: 'a username may hold fillers that nobody sees',
    text: String.raw`/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u`,
    replacement: String.raw`/\p{C}/u`,
  },
  {
    file: 'src/domain/ticketCalendar.ts',
    by: domainTest('ticketCalendar'),
    fault: 'a calendar file says that it was made at another hour',
    text: "DateTime.fromMillis(now, { zone: 'utc' })",
    replacement: 'DateTime.fromMillis(now, { zone })',
  },
  {
    file: 'src/domain/selection.ts',
    by: domainTest('selection'),
    fault: 'a seat that is chosen and kept takes the place of another',
    text: '[...new Set([...selected, ...saved])].slice(0, MAXIMUM_SEATS)',
    replacement: '[...new Set([...selected, ...saved].slice(0, MAXIMUM_SEATS))]',
  },
  {
    file: 'src/domain/typedNumber.ts',
    by: contractTest('forms'),
    fault: 'an age of 3e1 is 30',
    text: 'PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN',
    replacement: "text.trim() === '' ? Number.NaN : Number(text)",
  },
  {
    file: 'src/domain/age.ts',
    by: domainTest('age'),
    fault: 'an age equal to the rating is old enough',
    text: 'return age > ageRating;',
    replacement: 'return age >= ageRating;',
  },
  {
    ...calendar,
    fault: 'the offer of dates is worked out by the UTC day',
    text: 'DateTime.fromMillis(now, { zone, locale: LOCALE })',
    replacement: "DateTime.fromMillis(now, { zone: 'utc', locale: LOCALE }).setZone(zone, { keepLocalTime: true })",
  },
  {
    ...calendar,
    fault: 'the offer of yesterday is held a moment too long',
    text: 'now >= last.until',
    replacement: 'now > last.until',
  },
  {
    ...calendar,
    fault: 'the offer of one cinema is given to that of another zone',
    text: 'last.zone !== zone || ',
    replacement: '',
  },
  {
    ...calendar,
    fault: 'the moment of a booking is told by the clock of the reader',
    text: "DateTime.fromISO(instant, { zone, locale: LOCALE }).toFormat('dd MMM yyyy, HH.mm')",
    replacement: "DateTime.fromISO(instant, { locale: LOCALE }).toFormat('dd MMM yyyy, HH.mm')",
  },
  {
    file: 'src/domain/ticketCalendar.ts',
    by: domainTest('ticketCalendar'),
    fault: 'calendar lines are folded at 76 octets',
    text: 'LINE_OCTETS = 75',
    replacement: 'LINE_OCTETS = 76',
  },
  {
    file: 'src/domain/ticketCalendar.ts',
    by: domainTest('ticketCalendar'),
    fault: 'a comma in a title ends it in the calendar',
    text: String.raw`/[\\;,]/g`,
    replacement: String.raw`/[\\;]/g`,
  },
  {
    file: 'src/contract/password.ts',
    by: contractTest('forms'),
    fault: 'a password of seven characters is long enough',
    text: 'v.minLength(MINIMUM_LENGTH, fieldMessages.passwordShort)',
    replacement: 'v.minLength(MINIMUM_LENGTH - 1, fieldMessages.passwordShort)',
  },
  {
    ...credentials,
    fault: 'two names that look alike are two names',
    text: "username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')",
    replacement: 'username.toLowerCase().toUpperCase().toLowerCase()',
  },
  {
    ...failure,
    fault: 'a cinema that says it is unavailable is taken for an answer',
    text: "['unreachable', 'unreadable', 'unavailable']",
    replacement: "['unreachable', 'unreadable']",
  },
  {
    ...failure,
    fault: 'the first wait is skipped',
    text: 'RETRY_DELAYS[attempts - 1]',
    replacement: 'RETRY_DELAYS[attempts]',
  },
  {
    ...money,
    by: domainTest('transactions'),
    fault: 'money that went out reads as money that came in',
    text: "amount < 0 ? '−' : '+'",
    replacement: "amount > 0 ? '−' : '+'",
  },
  {
    file: 'src/contract/balanceChange.ts',
    by: contractTest('balance'),
    fault: 'one rupiah too much can be withdrawn',
    text: 'v.maxValue(WITHDRAW_MAXIMUM,',
    replacement: 'v.maxValue(WITHDRAW_MAXIMUM + 1,',
  },
  {
    ...money,
    fault: 'a preset that only equals the shortfall is said to suffice',
    text: 'preset > shortfall',
    replacement: 'preset >= shortfall',
  },
  {
    file: 'src/domain/checkBalance.ts',
    by: domainTest('purchase'),
    fault: 'a balance that equals the total is said to leave change',
    text: 'if (balance <= total) {',
    replacement: 'if (balance < total) {',
  },
  {
    file: 'src/domain/schedule.ts',
    by: domainTest('schedule'),
    fault: 'another date keeps a time that is not on sale on it',
    text: 'staysOpen ? choice.time : undefined',
    replacement: 'choice.time',
  },
  {
    ...seats,
    fault: 'seven seats can be bought at once',
    text: 'count <= MAXIMUM_SEATS',
    replacement: 'count <= MAXIMUM_SEATS + 1',
  },
  {
    ...seats,
    fault: 'seat 10 stands before seat 9',
    text: 'toSorted((a, b) => a - b)',
    replacement: 'toSorted()',
  },
  {
    file: 'src/domain/seatNames.ts',
    by: domainTest('seats'),
    fault: 'the last seat of a row belongs to the next',
    text: 'Math.floor((seatNumber - 1) / SEATS_PER_ROW)',
    replacement: 'Math.floor(seatNumber / SEATS_PER_ROW)',
  },
  {
    file: 'src/domain/selection.ts',
    by: domainTest('selection'),
    fault: 'a seat sold elsewhere stays in the selection',
    text: 'selected: selected.filter((seat) => !booked.includes(seat)) }',
    replacement: 'selected: [...selected] }',
  },
  {
    file: 'src/domain/showtimes.ts',
    by: domainTest('showtimes'),
    fault: 'a ticket is sold exactly ten minutes before the start',
    text: 'startsAt - now > CUTOFF_MINUTES * 60_000',
    replacement: 'startsAt - now >= CUTOFF_MINUTES * 60_000',
  },
  {
    ...tickets,
    fault: 'a booking is listed at the end',
    text: '[ticket, ...removeTicket(tickets, ticket.id)]',
    replacement: '[...removeTicket(tickets, ticket.id), ticket]',
  },
  {
    ...tickets,
    fault: 'an id that is a number differs from the same as text',
    text: 'String(ticket.id) !== String(id)',
    replacement: 'ticket.id !== id',
  },
];

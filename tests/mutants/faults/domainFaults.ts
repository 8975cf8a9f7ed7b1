import { contractTest, domainTest, faultsIn, type Fault } from '../fault.ts';

/** Faults of `src/domain` and `src/contract`: limits, signs, time zones, the order of a list. */
export const domainFaults: readonly Fault[] = [
  ...faultsIn('src/domain/text.ts', domainTest('credentials'), {
    'two names that differ in ß and ss are two accounts': [
      '.toLowerCase().toUpperCase().toLowerCase()',
      '.toLowerCase()',
    ],
    'two names that look alike are two names': [
      "text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')",
      'text.toLowerCase().toUpperCase().toLowerCase()',
    ],
  }),
  ...faultsIn('src/domain/titles.ts', domainTest('titles'), {
    'a title in NFC and in NFD are two titles': ["    .normalize('NFC')\n", ''],
    'a search for capitals finds nothing': ['foldCase(titleKey(text))', 'titleKey(text)'],
  }),
  ...faultsIn('src/contract/user.ts', contractTest('forms'), {
    'a space after the user name refuses a sign-in': ['    v.transform((text) => text.trim()),\n', ''],
  }),
  ...faultsIn('src/domain/credentials.ts', contractTest('forms'), {
    'a username may hold fillers that nobody sees': [
      String.raw`/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u`,
      String.raw`/\p{C}/u`,
    ],
  }),
  ...faultsIn('src/domain/ticketCalendar.ts', domainTest('ticketCalendar'), {
    'a calendar file gives the local time at which it was made for one in UTC': [
      "DateTime.fromMillis(now, { zone: 'utc' })",
      'DateTime.fromMillis(now, { zone })',
    ],
    'calendar lines are folded at 76 octets': ['LINE_OCTETS = 75', 'LINE_OCTETS = 76'],
    'a comma in a title ends it in the calendar': [String.raw`/[\\;,]/g`, String.raw`/[\\;]/g`],
  }),
  ...faultsIn('src/domain/selection.ts', domainTest('selection'), {
    'a seat that is both chosen and saved counts twice towards the maximum': [
      '[...new Set([...selected, ...saved])].slice(0, MAXIMUM_SEATS)',
      '[...new Set([...selected, ...saved].slice(0, MAXIMUM_SEATS))]',
    ],
    'a seat sold elsewhere stays in the selection': [
      'selected: selected.filter((seat) => !booked.includes(seat)) }',
      'selected: [...selected] }',
    ],
  }),
  ...faultsIn('src/domain/text.ts', contractTest('forms'), {
    'an age of 3e1 is 30': [
      'PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN',
      "text.trim() === '' ? Number.NaN : Number(text)",
    ],
  }),
  ...faultsIn('src/domain/age.ts', domainTest('age'), {
    'an age equal to the rating is old enough': ['return age > ageRating;', 'return age >= ageRating;'],
  }),
  ...faultsIn('src/domain/calendar.ts', domainTest('calendar'), {
    'the offer of dates is worked out by the UTC day': [
      'DateTime.fromMillis(now, { zone, locale: LOCALE })',
      "DateTime.fromMillis(now, { zone: 'utc', locale: LOCALE }).setZone(zone, { keepLocalTime: true })",
    ],
    'the offer of yesterday is held a moment too long': ['now < known.until', 'now <= known.until'],
    'the offer of one cinema is given to that of another zone': ['known.zone === zone && ', ''],
    'the moment of a booking is shown by the clock of the reader': [
      "DateTime.fromISO(instant, { zone, locale: LOCALE }).toFormat('dd MMM yyyy, HH.mm')",
      "DateTime.fromISO(instant, { locale: LOCALE }).toFormat('dd MMM yyyy, HH.mm')",
    ],
  }),
  ...faultsIn('src/contract/password.ts', contractTest('forms'), {
    'a password of seven characters is long enough': [
      'v.minLength(MINIMUM_LENGTH, fieldMessages.passwordShort)',
      'v.minLength(MINIMUM_LENGTH - 1, fieldMessages.passwordShort)',
    ],
  }),
  ...faultsIn('src/domain/failure.ts', domainTest('failure'), {
    'a cinema that says it is unavailable is taken for an answer': [
      "['unreachable', 'unreadable', 'unavailable']",
      "['unreachable', 'unreadable']",
    ],
    'the first wait is skipped': ['RETRY_DELAYS[attempts - 1]', 'RETRY_DELAYS[attempts]'],
  }),
  ...faultsIn('src/domain/money.ts', domainTest('transactions'), {
    'money that went out reads as money that came in': ["amount < 0 ? '−' : '+'", "amount > 0 ? '−' : '+'"],
  }),
  ...faultsIn('src/domain/money.ts', domainTest('money'), {
    'a preset that only equals the shortfall is said to suffice': ['preset > shortfall', 'preset >= shortfall'],
  }),
  ...faultsIn('src/contract/balanceChange.ts', contractTest('balance'), {
    'one rupiah too much can be withdrawn': ['v.maxValue(WITHDRAW_MAXIMUM,', 'v.maxValue(WITHDRAW_MAXIMUM + 1,'],
  }),
  ...faultsIn('src/domain/purchase.ts', domainTest('purchase'), {
    'a balance that equals the total is said to leave change': ['if (balance <= total) {', 'if (balance < total) {'],
  }),
  ...faultsIn('src/domain/schedule.ts', domainTest('schedule'), {
    'another date retains a time that is not on sale on it': ['staysOpen ? choice.time : undefined', 'choice.time'],
  }),
  ...faultsIn('src/domain/seats.ts', domainTest('seats'), {
    'seven seats can be bought at once': ['count <= MAXIMUM_SEATS', 'count <= MAXIMUM_SEATS + 1'],
    'seat 10 stands before seat 9': ['toSorted((a, b) => a - b)', 'toSorted()'],
  }),
  ...faultsIn('src/domain/seatNames.ts', domainTest('seats'), {
    'the last seat of a row belongs to the next': [
      'Math.floor((seatNumber - 1) / SEATS_PER_ROW)',
      'Math.floor(seatNumber / SEATS_PER_ROW)',
    ],
  }),
  ...faultsIn('src/domain/showtimes.ts', domainTest('showtimes'), {
    'a ticket is sold exactly ten minutes before the start': [
      'startsAt - now > CUTOFF_MINUTES * 60_000',
      'startsAt - now >= CUTOFF_MINUTES * 60_000',
    ],
  }),
  ...faultsIn('src/domain/tickets.ts', domainTest('tickets'), {
    'a booking is listed at the end': [
      '[ticket, ...removeTicket(tickets, ticket.id)]',
      '[...removeTicket(tickets, ticket.id), ticket]',
    ],
    'an id that is a number differs from the same as text': ['String(ticket.id) !== String(id)', 'ticket.id !== id'],
  }),
];

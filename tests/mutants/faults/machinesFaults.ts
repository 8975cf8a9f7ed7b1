import { domainTest, faultsIn, machinesTest, webTest, type Fault } from '../fault.ts';

/** Guards, transitions, delays and what is forgotten or told, in the machines. */
export const machinesFaults: readonly Fault[] = [
  ...faultsIn('machines/appMachine.ts', machinesTest('appMachine'), {
    'a personal page opens for a visitor who is signed out': [
      "{ guard: 'isSignedOut', target: 'signedOut' },",
      "{ guard: 'isSignedOut', target: 'loading' },",
    ],
    'the machine of a personal page stays after its user has left': [
      "'session.signedOut': { guard: 'isPageGuarded', target: '.signedOut' },",
      '',
    ],
    'the machine of a page goes on after the page is left': ["exit: 'stopPage',", ''],
    'another query of a page starts its machine again': [
      'isSamePage(context.location, location)',
      'context.location === location',
    ],
    'an error in a page ends the product': ["'xstate.error.actor.page': {", "'xstate.error.actor.none': {"],
    'what one user confirmed goes on as another signs in': [
      "exit: { type: 'notifyCommands', params: { type: 'visitor.left' } },",
      '',
    ],
    'Back scrolls to the top': [
      `actions: ['focusContent', { type: 'announcePage', params: ({ event }) => event }],`,
      `actions: ['scrollToTop', 'focusContent', { type: 'announcePage', params: ({ event }) => event }],`,
    ],
    'LOG OUT on the page of a ticket prompts to sign in there': [
      'context.location?.personal !== undefined',
      "context.location?.personal === 'guarded'",
    ],
  }),
  ...faultsIn('machines/appMachine.ts', machinesTest('walks'), {
    'the root runs a second command beside one of its kind': [
      "context.commands[command.kind]?.getSnapshot().status !== 'active'",
      "context.commands[command.kind]?.getSnapshot().status !== 'stopped'",
    ],
  }),
  ...faultsIn('machines/sessionMachine.ts', machinesTest('sessionMachine'), {
    'another user starts with the tickets of the one before': [
      '({ user: params.user, tickets: [], failure:',
      '({ user: params.user, failure:',
    ],
    'a booking that is listed already is debited twice': [
      'user: isListed(tickets, ticket) ? user : withBalance(user, -pricePaid(ticket)),',
      'user: withBalance(user, -pricePaid(ticket)),',
    ],
    'a refund is taken from the balance': [
      'withBalance(user, pricePaid(ticket)) : user',
      'withBalance(user, -pricePaid(ticket)) : user',
    ],
    'LOG OUT does not revoke the token at the server': ["target: 'signedOut.revoking',", "target: 'signedOut',"],
    'tickets that another user saved stay in the browser': [
      "{ type: 'disownSavedTickets', params: ({ context }) => ({ userId: context.user?.id }) },",
      '',
    ],
    'the token stays in memory with the user': ['({ user: withoutToken(event.user) })', '({ user: event.user })'],
    'an older answer overtakes a balance that changed meanwhile': [
      `                'balance.changed': {
                  target: 'refreshing',
                  reenter: true,`,
      `                'balance.changed': {
                  target: 'refreshing',
                  reenter: false,`,
    ],
    'an unreachable cinema is queried again without end at the first delay': ["entry: 'countAttempt',", ''],
  }),
  ...faultsIn('machines/sessionMachine.ts', machinesTest('walks'), {
    'LOG OUT leaves the saved tickets on the device': [
      "actions: ['forgetSavedTickets', { type: 'reportToApp', params: { type: 'session.left' } }],",
      "actions: [{ type: 'reportToApp', params: { type: 'session.left' } }],",
    ],
  }),
  ...faultsIn('machines/authDialogMachine.ts', machinesTest('authDialogMachine'), {
    'a password waits in memory after the dialog is closed': ["entry: 'resetForm',", ''],
    'a sign-in that was refused retains its alert in the next submit': [
      "{ guard: 'isSignInValid', target: '#authDialog.open.signingIn', actions: 'clearFailure' },",
      "{ guard: 'isSignInValid', target: '#authDialog.open.signingIn' },",
    ],
  }),
  ...faultsIn(
    'machines/bookingMachine.ts',
    { project: 'machines', file: 'tests/models/bookingWalks.test.ts' },
    {
      'another showtime retains the alert of the one before': [
        'selected: [], suggested: [], failure: undefined };',
        'selected: [], suggested: [] };',
      ],
      'a seat that cannot be chosen is chosen': ["guard: { type: 'canToggle', params: ({ event }) => event },", ''],
      'the dialog stays open after the user has gone': [
        "always: { guard: 'isSignedOut', target: 'choosingSeats', actions: 'clearFailure' },",
        '',
      ],
      'a purchase of unknown outcome cannot be left': [
        "'purchase.back': { guard: 'isUnsettled',",
        "'purchase.back': { guard: 'isSignedOut',",
      ],
    },
  ),
  ...faultsIn('machines/bookingMachine.ts', machinesTest('bookingMachine'), {
    'a showtime that is not on sale can be chosen': [
      "guard: { type: 'isTimeOpen', params: ({ event }) => event },",
      '',
    ],
    'what is bought may differ from what was reviewed': [' && isSameBooking(params.reviewed, bookingNow(context))', ''],
    'a chosen seat is not saved for its showtime': [
      `                    { type: 'toggleSeat', params: ({ event }) => event },
                    { type: 'saveSeats', params: ({ context }) => context },`,
      "                    { type: 'toggleSeat', params: ({ event }) => event },",
    ],
    'seats just bought can be chosen again': [
      "              { type: 'addBooked', params: ({ event: { command } }) => command.booking },\n",
      '',
    ],
    'the seats of one date stay while another is chosen': [
      `addressAtDate(context, event) },
          target: '.openingShowtime',`,
      'addressAtDate(context, event) },',
    ],
    'a date stands only once the URL has followed it': [
      "            { type: 'storeAddress', params: ({ context, event }) => addressAtDate(context, event) },\n",
      '',
    ],
    'the days on offer stay those of the day on which the page was opened': [
      'offer: offerAt(now, offer.zone, offer)',
      'offer',
    ],
    'choosing a date adds a step of history': [
      'navigate(moviePath(title, { ...showtime, beside }), { replace: true }),',
      'navigate(moviePath(title, { ...showtime, beside })),',
    ],
  }),
  ...faultsIn('machines/bookingMachine.ts', machinesTest('walks'), {
    'a second purchase begins while one has no known end': [
      'canBuy(context) && !isRunning(context.purchase) &&',
      'canBuy(context) &&',
    ],
  }),
  ...faultsIn('machines/bookingModel.ts', machinesTest('bookingMachine'), {
    'more seats are suggested than are free': [' && freeSeats(takenSeats(context)).length >= count', ''],
    'the seats of friends at one showtime are marked at another': ['beside: stays ? beside : []', 'beside'],
  }),
  ...faultsIn('src/domain/bestSeats.ts', domainTest('bestSeats'), {
    'two are suggested seats with the aisle between them': [
      'seats.length > SEATS_PER_SIDE ? 0 :',
      'seats.length > 1 ? 0 :',
    ],
  }),
  ...faultsIn('src/domain/invitation.ts', domainTest('invitation'), {
    'an odd list of friends is taken from an address': [
      'isSeatSelection(seatNumbers) && sortSeats(seatNumbers).join() === text ? seatNumbers : []',
      'seatNumbers',
    ],
  }),
  ...faultsIn('machines/bookingModel.ts', machinesTest('commandMachine'), {
    'seats of a purchase with no known end can be chosen again': [
      "purchase.status === 'refused' || purchase.status === 'left'",
      "purchase.status !== 'done'",
    ],
  }),
  ...faultsIn('machines/confirmDialogMachine.ts', machinesTest('confirmDialogMachine'), {
    'the failure is retained after a dialog of unknown outcome is closed': [
      "return snapshot.hasTag('busy') ? command?.failure?.message : failure;",
      "return snapshot.hasTag('busy') || command?.status === 'unsettled' ? command?.failure?.message : failure;",
    ],
    'money leaves without a password': [
      'context.requiresPassword && errorOf(passwordSchema, params.password) !== undefined',
      'context.requiresPassword && params.password.length > 1000',
    ],
    'what is still running does not show again': [
      "{ guard: 'isRunning', target: 'submitting', actions: 'takeCommand' }",
      "{ guard: 'isRunning', target: 'submitting' }",
    ],
    'the way back to the seats is lost after a top-up': [
      '({ path: context.exit ?? PATHS.home })',
      '({ path: PATHS.home })',
    ],
  }),
  ...faultsIn('machines/confirmDialogMachine.ts', machinesTest('walks'), {
    'an expired ticket can be cancelled': ['ticket !== undefined && !isExpired(ticket, now)', 'ticket !== undefined'],
    'a dialog closed and opened again holds the failure of before': [
      "'dialog.back': { target: 'choosing', actions: 'clearFailure' },",
      "'dialog.back': { target: 'choosing' },",
    ],
  }),
  ...faultsIn('machines/commandMachine.ts', machinesTest('commandMachine'), {
    'the password stays in memory once the outcome is known': [
      `      entry: 'forgetPassword',
      always: [`,
      '      always: [',
    ],
    'a call without an answer is requested again with another key': [
      `            id: 'carryOut',
            src: 'carryOut',
            input: ({ context }) => requestIn(context),`,
      `            id: 'carryOut',
            src: 'carryOut',
            input: ({ context }) => ({ ...requestIn(context), idempotencyKey: 'another' }),`,
    ],
    'a want of money does not request the account anew': [
      "return failure === OUTCOME_UNKNOWN || failure?.code === 'not_enough_balance';",
      'return failure === OUTCOME_UNKNOWN;',
    ],
    'a ticket that was cancelled elsewhere is an error': [
      "command.kind === 'cancellation' && failure?.code === 'ticket_not_found'",
      "command.kind === 'cancellation' && failure?.code === 'ticket_gone'",
    ],
    'a purchase that is always answered with an error is requested again for ever': [
      'context.errors + 1 >= MAXIMUM_ERRORS',
      'false',
    ],
    'a purchase is given up for a connection that was missing': ['(isErrorAnswer(failure) ? 1 : 0)', '1'],
  }),
  ...faultsIn('machines/recordSeatsMachine.ts', machinesTest('recordSeatsMachine'), {
    'the second call is repeated once too often': [
      'context.attempts < MAX_ATTEMPTS',
      'context.attempts <= MAX_ATTEMPTS',
    ],
    'a second call that never answers is waited for without end': ["after: { timeout: 'givenUp' },", ''],
  }),
  ...faultsIn('machines/overlayMachine.ts', machinesTest('overlayMachine'), {
    'the overlay goes with the first of two answers': ['context.pending === 1,', 'context.pending >= 1,'],
    'a call begun after the overlay was put aside is not waited for': [
      `        'request.started': { actions: 'countRequest' },
        'request.settled': [
          { guard: 'isLastRequest', target: 'hidden', actions: 'discountRequest' },`,
      `        'request.settled': [
          { guard: 'isLastRequest', target: 'hidden', actions: 'discountRequest' },`,
    ],
  }),
  ...faultsIn('machines/seatFeedMachine.ts', machinesTest('seatFeedMachine'), {
    'a lost feed is queried for seats once and never again': ["after: { refetchDelay: 'refetching' },", ''],
  }),
  ...faultsIn('machines/transactionsMachine.ts', machinesTest('transactionsMachine'), {
    'older entries take the place of newer ones': [
      '[...context.transactions, ...params.page.transactions]',
      '[...params.page.transactions, ...context.transactions]',
    ],
  }),
  ...faultsIn('machines/ticketMachine.ts', machinesTest('ticketMachine'), {
    'a cancelled ticket is shown to the next user': [
      'session.ticket ?? (session.userId === context.session.userId ? context.seenTicket : undefined)',
      'session.ticket ?? context.seenTicket',
    ],
  }),
  ...faultsIn('machines/toastsMachine.ts', machinesTest('toastsMachine'), {
    'the toasts of a flow stay as long as the others': [
      "placement === 'bottom-left' ? FLOW_TOAST_DURATION : TOAST_DURATION",
      'TOAST_DURATION',
    ],
  }),
  ...faultsIn('machines/moviesMachine.ts', webTest('movies', 'a cinema without films'), {
    'a cinema without films says that none matches what is searched for': [
      "return snapshot.matches('ready') && snapshot.context.movies.length === 0;",
      'return false;',
    ],
  }),
];

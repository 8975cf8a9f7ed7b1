import { machinesTest, webTest, type Fault } from '../fault.ts';

const app = { file: 'machines/appMachine.ts', by: machinesTest('appMachine') };
const auth = { file: 'machines/authDialogMachine.ts', by: machinesTest('authDialogMachine') };
const booking = { file: 'machines/bookingMachine.ts', by: machinesTest('bookingMachine') };
const purchase = { file: 'machines/bookingMachine.ts', by: machinesTest('bookingPurchase') };
const confirm = { file: 'machines/confirmMachine.ts', by: machinesTest('confirmMachine') };
const command = { file: 'machines/commandMachine.ts', by: machinesTest('commandMachine') };
const session = { file: 'machines/sessionMachine.ts', by: machinesTest('sessionMachine') };

/** Guards, transitions, delays and what is forgotten or told, in the machines. */
export const machinesFaults: readonly Fault[] = [
  {
    file: 'machines/appMachine.ts',
    by: { project: 'web', file: 'tests/web/ticket.test.tsx', only: 'LOG OUT takes it away' },
    fault: 'LOG OUT on the page of a ticket asks the visitor to sign in',
    text: "          on: { 'auth.required': {} },\n",
    replacement: '',
  },
  {
    ...session,
    fault: 'another user starts with the tickets of the one before',
    text: '({ user: params.user, tickets: [], failure:',
    replacement: '({ user: params.user, failure:',
  },
  {
    ...session,
    fault: 'a booking that is listed already is debited twice',
    text: 'user: isListed(tickets, ticket) ? user : withBalance(user, -pricePaid(ticket)),',
    replacement: 'user: withBalance(user, -pricePaid(ticket)),',
  },
  {
    ...session,
    fault: 'a refund is taken from the balance',
    text: 'withBalance(user, pricePaid(ticket)) : user',
    replacement: 'withBalance(user, -pricePaid(ticket)) : user',
  },
  {
    ...session,
    fault: 'LOG OUT leaves the kept tickets on the device',
    text: "actions: ['revokeToken', 'forgetSavedTickets', { type: 'emit', params: { type: 'session.left' } }],",
    replacement: "actions: ['revokeToken', { type: 'emit', params: { type: 'session.left' } }],",
  },
  {
    ...session,
    fault: 'LOG OUT does not revoke the token at the server',
    text: "actions: ['revokeToken', 'forgetSavedTickets', { type: 'emit', params: { type: 'session.left' } }],",
    replacement: "actions: ['forgetSavedTickets', { type: 'emit', params: { type: 'session.left' } }],",
  },
  {
    ...session,
    fault: 'tickets that another user kept stay in the browser',
    text: "{ type: 'disownSavedTickets', params: ({ context }) => ({ userId: context.user?.id }) },",
    replacement: '',
  },
  {
    ...session,
    fault: 'the token stays in memory with the user',
    text: '({ user: withoutToken(event.user) })',
    replacement: '({ user: event.user })',
  },
  {
    ...session,
    fault: 'an older answer overtakes a balance that changed meanwhile',
    text: `                'balance.changed': {
                  target: 'refreshing',
                  reenter: true,`,
    replacement: `                'balance.changed': {
                  target: 'refreshing',
                  reenter: false,`,
  },
  {
    ...session,
    fault: 'an unreachable cinema is asked again without end at the first delay',
    text: "entry: 'countAttempt',",
    replacement: '',
  },
  {
    ...app,
    fault: 'a personal page opens for somebody signed out',
    text: "guard: 'isVisitorSignedOut',",
    replacement: "guard: 'isPageOwn',",
  },
  {
    ...app,
    fault: 'what one user confirmed goes on as another signs in',
    text: `        { type: 'notifyCommands', params: { type: 'visitor.left' } },
        { type: 'notifySession', params: ({ event }) => ({ type: 'session.start', user: event.user }) },`,
    replacement:
      "        { type: 'notifySession', params: ({ event }) => ({ type: 'session.start', user: event.user }) },",
  },
  {
    ...app,
    fault: 'Back scrolls to the top',
    text: `actions: ['focusContent', { type: 'announcePage', params: ({ event }) => event }],`,
    replacement: `actions: ['scrollToTop', 'focusContent', { type: 'announcePage', params: ({ event }) => event }],`,
  },
  {
    ...auth,
    fault: 'a password waits in memory after the dialog is closed',
    text: "entry: 'resetForm',",
    replacement: '',
  },
  {
    ...auth,
    fault: 'a sign-in that was refused keeps its alert in the next submit',
    text: "{ guard: 'isSignInValid', target: 'submitting', actions: 'clearFailure' },",
    replacement: "{ guard: 'isSignInValid', target: 'submitting' },",
  },
  {
    ...booking,
    fault: 'another showtime keeps the alert of the one before',
    text: 'selected: [], suggested: [], failure: undefined };',
    replacement: 'selected: [], suggested: [] };',
  },
  {
    ...booking,
    fault: 'a seat that cannot be chosen is chosen',
    text: "guard: { type: 'canToggle', params: ({ event }) => event },",
    replacement: '',
  },
  {
    ...booking,
    fault: 'a showtime that is not on sale can be chosen',
    text: "guard: { type: 'isTimeOpen', params: ({ event }) => event },",
    replacement: '',
  },
  {
    ...booking,
    fault: 'what is bought may differ from what was reviewed',
    text: ' && isSameBooking(params.reviewed, bookingNow(context))',
    replacement: '',
  },
  {
    ...booking,
    fault: 'a chosen seat is not kept for its showtime',
    text: `                    { type: 'toggleSeat', params: ({ event }) => event },
                    { type: 'saveSeats', params: ({ context }) => context },`,
    replacement: "                    { type: 'toggleSeat', params: ({ event }) => event },",
  },
  {
    ...booking,
    fault: 'the dialog stays open after the user has gone',
    text: "always: { guard: 'isSignedOut', target: 'choosingSeats', actions: 'clearFailure' },",
    replacement: '',
  },
  {
    ...booking,
    fault: 'more seats are suggested than are free',
    text: 'suggestion(context, params.count) !== undefined',
    replacement: 'params.count <= 6',
  },
  {
    file: 'machines/bookingContext.ts',
    by: machinesTest('bookingMachine'),
    fault: 'the seats of friends at one showtime are marked at another',
    text: 'showtime.time === undefined || !differsFrom(showtime, besideShowtime) ? beside : []',
    replacement: 'beside',
  },
  {
    file: 'src/domain/bestSeats.ts',
    by: { project: 'domain', file: 'tests/domain/bestSeats.test.ts' },
    fault: 'two are suggested seats with the aisle between them',
    text: 'seats.length > SEATS_PER_SIDE ? 0 :',
    replacement: 'seats.length > 1 ? 0 :',
  },
  {
    file: 'src/domain/invitation.ts',
    by: { project: 'domain', file: 'tests/domain/invitation.test.ts' },
    fault: 'an odd list of friends is taken from an address',
    text: 'isSeatSelection(seatNumbers) && sortSeats(seatNumbers).join() === text ? seatNumbers : []',
    replacement: 'seatNumbers',
  },
  {
    ...purchase,
    fault: 'a second purchase begins while one has no known end',
    text: 'canBuy(context) && !isRunning(context.purchase) &&',
    replacement: 'canBuy(context) &&',
  },
  {
    ...purchase,
    fault: 'seats just bought can be chosen again',
    text: "              { type: 'addBooked', params: ({ event: { command } }) => command.booking },\n",
    replacement: '',
  },
  {
    ...purchase,
    fault: 'a purchase of unknown outcome cannot be left',
    text: "'purchase.back': { guard: 'isUnsettled',",
    replacement: "'purchase.back': { guard: 'isSignedOut',",
  },
  {
    file: 'machines/purchaseSeats.ts',
    by: machinesTest('bookingPurchase'),
    fault: 'seats of a purchase with no known end can be chosen again',
    text: "purchase.status === 'refused' || purchase.status === 'left'",
    replacement: "purchase.status !== 'done'",
  },
  {
    ...confirm,
    fault: 'the failure is kept after a dialog of unknown outcome is closed',
    text: "return snapshot.hasTag('busy') ? command?.failure?.message : failure;",
    replacement:
      "return snapshot.hasTag('busy') || command?.status === 'unsettled' ? command?.failure?.message : failure;",
  },
  {
    ...confirm,
    fault: 'money leaves without a password',
    text: 'context.requiresPassword && errorOf(passwordSchema, params.password) !== undefined',
    replacement: 'context.requiresPassword && params.password.length > 1000',
  },
  {
    ...confirm,
    fault: 'an expired ticket can be cancelled',
    text: 'ticket !== undefined && !isExpired(ticket, now)',
    replacement: 'ticket !== undefined',
  },
  {
    ...confirm,
    by: machinesTest('walks'),
    fault: 'a dialog closed and opened again holds the failure of before',
    text: "'dialog.back': { target: 'choosing', actions: 'clearFailure' },",
    replacement: "'dialog.back': { target: 'choosing' },",
  },
  {
    ...confirm,
    fault: 'what is still running does not show again',
    text: "{ guard: 'isRunning', target: 'submitting', actions: 'takeCommand' }",
    replacement: "{ guard: 'isRunning', target: 'submitting' }",
  },
  {
    file: 'machines/appMachine.ts',
    by: machinesTest('walks'),
    fault: 'the root runs a second command beside one of its kind',
    text: "context.commands[command.kind]?.getSnapshot().status !== 'active'",
    replacement: "context.commands[command.kind]?.getSnapshot().status !== 'stopped'",
  },
  {
    ...app,
    fault: 'choosing a date takes the focus away',
    text: 'context.location === undefined || context.location.pathname === location.pathname',
    replacement: 'context.location === undefined',
  },
  {
    ...app,
    fault: 'LOG OUT on the page of a ticket asks to sign in there',
    text: 'context.location?.personal !== undefined',
    replacement: "context.location?.personal === 'guarded'",
  },
  {
    ...booking,
    fault: 'choosing a date adds a step of history',
    text: 'beside: besideAfter(context, showtime) }), { replace: true }),',
    replacement: 'beside: besideAfter(context, showtime) })),',
  },
  {
    ...confirm,
    fault: 'the way back to the seats is lost after a top-up',
    text: '({ path: context.exit ?? PATHS.home })',
    replacement: '({ path: PATHS.home })',
  },
  {
    ...command,
    fault: 'the password stays in memory once the outcome is known',
    text: `      entry: 'forgetPassword',
      always: [`,
    replacement: '      always: [',
  },
  {
    ...command,
    fault: 'a call without an answer is asked again with another key',
    text: `            id: 'carryOut',
            src: 'carryOut',
            input: ({ context }) => requestIn(context),`,
    replacement: `            id: 'carryOut',
            src: 'carryOut',
            input: ({ context }) => ({ ...requestIn(context), idempotencyKey: 'another' }),`,
  },
  {
    ...command,
    fault: 'a want of money does not ask for the account anew',
    text: "return failure?.code === 'not_enough_balance' ? [refusalIn(context), changed] : [refusalIn(context)];",
    replacement: 'return [refusalIn(context)];',
  },
  {
    ...command,
    fault: 'a ticket that was cancelled elsewhere is an error',
    text: "command.kind === 'cancellation' && failure?.code === 'ticket_not_found'",
    replacement: "command.kind === 'cancellation' && failure?.code === 'ticket_gone'",
  },
  {
    file: 'machines/confirmationMachine.ts',
    by: machinesTest('confirmationMachine'),
    fault: 'the second call is repeated once too often',
    text: 'context.attempts < MAX_ATTEMPTS',
    replacement: 'context.attempts <= MAX_ATTEMPTS',
  },
  {
    file: 'machines/confirmationMachine.ts',
    by: machinesTest('confirmationMachine'),
    fault: 'a second call that never answers is waited for without end',
    text: "after: { timeout: 'givenUp' },",
    replacement: '',
  },
  {
    file: 'machines/overlayMachine.ts',
    by: machinesTest('overlayMachine'),
    fault: 'the overlay goes with the first of two answers',
    text: 'context.pending === 1,',
    replacement: 'context.pending >= 1,',
  },
  {
    file: 'machines/overlayMachine.ts',
    by: machinesTest('overlayMachine'),
    fault: 'a call begun after the overlay was put aside is not waited for',
    text: `        'request.started': { actions: 'countRequest' },
        'request.settled': [
          { guard: 'isLastRequest', target: 'hidden', actions: 'discountRequest' },`,
    replacement: `        'request.settled': [
          { guard: 'isLastRequest', target: 'hidden', actions: 'discountRequest' },`,
  },
  {
    ...command,
    fault: 'a purchase that is always answered with an error is asked again for ever',
    text: 'context.errors + 1 >= MAXIMUM_ERRORS',
    replacement: 'false',
  },
  {
    ...command,
    fault: 'a purchase is given up for a connection that was missing',
    text: '(isErrorAnswer(failure) ? 1 : 0)',
    replacement: '1',
  },
  {
    file: 'machines/seatFeedMachine.ts',
    by: machinesTest('seatFeedMachine'),
    fault: 'a lost feed is asked for seats once and never again',
    text: "after: { refetchDelay: 'refetching' },",
    replacement: '',
  },
  {
    file: 'machines/transactionsMachine.ts',
    by: machinesTest('transactionsMachine'),
    fault: 'older entries take the place of newer ones',
    text: '[...context.transactions, ...params.page.transactions]',
    replacement: '[...params.page.transactions, ...context.transactions]',
  },
  {
    file: 'machines/ticketMachine.ts',
    by: machinesTest('ticketMachine'),
    fault: 'a cancelled ticket is shown to the next user',
    text: 'session.ticket ?? (session.userId === context.session.userId ? context.seenTicket : undefined)',
    replacement: 'session.ticket ?? context.seenTicket',
  },
  {
    file: 'machines/toastsMachine.ts',
    by: machinesTest('toastsMachine'),
    fault: 'the toasts of a flow stay as long as the others',
    text: "placement === 'bottom-left' ? FLOW_TOAST_DURATION : TOAST_DURATION",
    replacement: 'TOAST_DURATION',
  },
  {
    file: 'machines/moviesMachine.ts',
    by: webTest('movies', 'a cinema without films'),
    fault: 'a cinema without films says that none matches what is searched for',
    text: "return snapshot.matches('ready') && snapshot.context.movies.length === 0;",
    replacement: 'return false;',
  },
];

/** A fault that is planted in a copy of the product, to show that the simulation notices it. */
export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly search: string;
  readonly replace: string;
}

/** Faults of the server, then of the client. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'A repeated request is carried out again: a refund is credited twice when the response is lost',
    file: 'src/server/store/idempotency.ts',
    search: 'await saveAnswer(transaction, claim, answer);',
    replace: 'if (!claim.route.startsWith("POST")) await saveAnswer(transaction, claim, answer);',
  },
  {
    name: 'A purchase takes seats that another user holds',
    file: 'src/server/store/refusals.ts',
    search: 'if (seatNumbers.length > 0) {',
    replace: 'if (seatNumbers.length > 6) {',
  },
  {
    name: 'A released hold keeps its seats',
    file: 'src/server/store/holds.ts',
    search: '  await releaseHeldSeats(transaction, { ...screeningOf(hold), holdId: hold.id });\n}',
    replace: '}',
  },
  {
    name: 'A cancelled ticket keeps its seats',
    file: 'src/server/store/tickets.ts',
    search: '  await releaseSeats(transaction, ticket);\n',
    replace: '',
  },
  {
    name: 'Refusals are not stored',
    file: 'src/server/store/idempotency.ts',
    search: 'error.status !== TOO_MANY_REQUESTS && (await saveRefusal(db, claim, error))',
    replace: 'error.status !== TOO_MANY_REQUESTS',
  },
  {
    name: 'The session is not checked in the transaction',
    file: 'src/server/routes/addRoute.ts',
    search: '      await authentication.requireStillSignedIn(transaction, caller);\n',
    replace: '',
  },
  {
    name: 'The seats of a cancelled shared ticket become free',
    file: 'src/server/store/takenSeats.ts',
    search: "    .where('bought_from', 'is not', null)\n",
    replace: "    .where('bought_from', '=', '')\n",
  },
  {
    name: 'A late DELETE with an old id frees the newer hold',
    file: 'src/server/store/holds.ts',
    search: '(id === undefined || hold.id === id);',
    replace: '(id === undefined || id !== "");',
  },
  {
    name: 'A hold that changes nothing stores its key',
    file: 'src/server/routes/holds.ts',
    search: 'else changesNothing();',
    replace: '',
  },
  {
    name: 'A door admits a cancelled ticket',
    file: 'src/server/store/admissions.ts',
    search: "  if (ticket.cancelled_at !== null) return { answer: 'cancelled' };\n",
    replace: '',
  },
  {
    name: 'A door welcomes a ticket that is inside',
    file: 'src/server/store/admissions.ts',
    search: "return { answer: 'already_inside', seatNumbers, ...earlier };",
    replace: "return { answer: 'welcome', seatNumbers, admittedAt: earlier.admittedAt };",
  },
  {
    name: 'A door that was closed while the body arrived admits a ticket',
    file: 'src/server/routes/addRoute.ts',
    search: '      await doors.requireStillOpen(transaction, request);\n',
    replace: '',
  },
  {
    name: 'The feed of a hall misses sales',
    file: 'src/server/feeds/seatFeeds.ts',
    search: 'if (open.seats !== seats) open.event',
    replace: 'if (open.seats === undefined) open.event',
  },
  {
    name: 'Each attempt of a command has a new key',
    file: 'machines/commandMachine.ts',
    search: 'carryOut(environmentOf(system).api, input)',
    replace: 'carryOut(environmentOf(system).api, { ...input, idempotencyKey: environmentOf(system).createKey() })',
  },
  {
    name: 'The success toast appears before the response',
    file: 'machines/commandMachine.ts',
    search:
      "        'Waiting for the response to the first request, which contains exactly what the dialog showed (section 4).',\n",
    replace: "        'Waiting.',\n      entry: { type: 'notify', params: ({ context }) => successIn(context) },\n",
  },
  {
    name: 'A seat stays selected after another visitor has bought it',
    file: 'src/domain/hall.ts',
    search: 'const sold = seatsInBoth(selected, soldSeats(after));',
    replace: 'const sold: number[] = [];',
  },
  {
    name: 'The hall shows a hold that another device has released',
    file: 'src/domain/hall.ts',
    search: 'answer !== undefined && isOlderThan(answer) && !isHoldShown',
    replace: 'answer !== undefined',
  },
  {
    name: 'A server error counts as a refusal',
    file: 'src/domain/failure.ts',
    search: "'unexpected', 'internal']",
    replace: "'unexpected']",
  },
  {
    name: 'A countdown goes on after its page is closed',
    file: 'src/web/browser/serverClock.ts',
    search: '        clearInterval(interval);\n',
    replace: '',
  },
  {
    name: 'A command gets a new key when the browser is online again',
    file: 'machines/commandMachine.ts',
    search: "on: { 'browser.online': 'retrying' },",
    replace:
      "on: { 'browser.online': { target: 'retrying', actions: assign({ idempotencyKey: ({ system }) => environmentOf(system).createKey() }) } },",
  },
  {
    name: 'A message says that a seat has been taken, but the user is buying it',
    file: 'src/domain/hall.ts',
    search: 'const selected = seatsWithout(after.selected, ownPurchase(after));',
    replace: 'const { selected } = after;',
  },
  {
    name: 'A message says that a hold has ended a minute before its end',
    file: 'machines/hallMachine.ts',
    search: 'expiresAt: holdForUser(context)?.expiresAt ?? 0',
    replace: 'expiresAt: (holdForUser(context)?.expiresAt ?? 0) - 60_000',
  },
  {
    name: 'The countdown shows a minute too much',
    file: 'machines/holdCalls.ts',
    search: 'expiresAt: Date.parse(expiresAt)',
    replace: 'expiresAt: Date.parse(expiresAt) + 60_000',
  },
  {
    name: 'Seats that friends have paid for are shown as kept',
    file: 'src/domain/hall.ts',
    search: 'return { id, seatNumbers, paid',
    replace: 'return { id, seatNumbers: [...seatNumbers, ...paidSeatNumbers], paid',
  },
  {
    name: 'The root starts a confirmed command twice',
    file: 'machines/appMachine.ts',
    search: "[kind]: spawn('command', { id: kind, input: confirmed })",
    replace: "[kind]: spawn('command', { id: kind, input: confirmed, again: spawn('command', { input: confirmed }) })",
  },
];

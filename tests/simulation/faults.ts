/** A fault that is planted in a copy of the product, to show that the simulation notices it. */
export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly search: string;
  readonly replace: string;
}

/** Five faults of the client and five of the server. */
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
    search:
      '  await releaseHeldSeats(transaction, { movieId: row.movie_id, startsAt: row.starts_at, holdId: row.id });\n}',
    replace: '}',
  },
  {
    name: 'A cancelled ticket keeps its seats',
    file: 'src/server/store/tickets.ts',
    search: '  await releaseSeats(transaction, { movieId: row.movie_id, startsAt: row.starts_at, ticketId });\n',
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
    name: 'A server error counts as a refusal',
    file: 'src/domain/failure.ts',
    search: "'unexpected', 'internal']",
    replace: "'unexpected']",
  },
  {
    name: 'The overlay stays when a request fails',
    file: 'src/web/api/client.ts',
    search: '      throw failure;\n    } finally {\n      if (loading) options.onRequestSettled();\n    }',
    replace: '      throw failure;\n    }',
  },
  {
    name: 'A countdown goes on after its page is closed',
    file: 'src/web/environment/serverClock.ts',
    search: '        clearInterval(interval);\n',
    replace: '',
  },
];

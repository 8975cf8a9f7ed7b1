import { faultsIn, webTest, type Fault } from '../fault.ts';

/** Calls, addresses, storage and timers, where machines meet their environment. */
export const effectsFaults: readonly Fault[] = [
  ...faultsIn(
    'src/web/inspection/redaction.ts',
    { project: 'web', file: 'tests/web/redaction.test.ts' },
    {
      'a recording retains what was searched for in the address': [
        '[[key, placeholders(value, key)]]',
        '[[key, value]]',
      ],
    },
  ),
  ...faultsIn('src/web/api/client.ts', webTest('session', 'late 401'), {
    'a late 401 of an old token ends the new session': [
      'token === undefined || token !== options.readToken()',
      'token === undefined',
    ],
    'a session that the server has ended goes on in the pages': [
      "if (failure.code === 'unauthenticated' && !isStale) options.onSessionEnded();",
      '',
    ],
  }),
  ...faultsIn('src/web/api/client.ts', webTest('models/wallet', 'confirm twice at once'), {
    'the key of a command is not sent': [
      "...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),",
      '',
    ],
  }),
  ...faultsIn('src/web/api/client.ts', webTest('overlay'), {
    'the overlay stays after a fetch that failed': [
      `    } finally {
      if (loading) options.onRequestSettled();
    }`,
      '    }',
    ],
  }),
  ...faultsIn('src/web/app/RouterBridge.tsx', webTest('models/wallet', 'wait 1499 ms'), {
    'Back leads to a top-up that is finished': [
      'void navigate(to, { replace, state });',
      'void navigate(to, { state });',
    ],
  }),
  ...faultsIn('src/web/app/RouterBridge.tsx', webTest('shell', 'begins at its top'), {
    'Back scrolls to the top: it is sent to the root as a link that was followed': [
      'useNavigationType() === NavigationType.Pop',
      'useNavigationType() !== NavigationType.Pop',
    ],
  }),
  ...faultsIn(
    'src/web/app/pages.ts',
    { project: 'web', file: 'tests/web/pages.test.ts' },
    {
      'the ledger needs nobody signed in': [
        `    title: 'Transactions',
    personal: 'guarded',`,
        "    title: 'Transactions',",
      ],
    },
  ),
  ...faultsIn(
    'src/web/runtime/routeParams.ts',
    { project: 'web', file: 'tests/web/pages.test.ts' },
    {
      'a film\u2019s page requested in capital letters has no title': [
        'matchPath(route, pathname)',
        'matchPath({ path: route, caseSensitive: true }, pathname)',
      ],
      'a film with a percent sign in its title is not found at its address': [
        'decodeURIComponent(encoded)',
        'decodeURI(encoded)',
      ],
    },
  ),
  ...faultsIn('src/web/runtime/routeParams.ts', webTest('movie', 'has its page'), {
    'a slash is made of a title’s own %2F, as the router does it': [
      '[[name, decodeURIComponent(encoded)]]',
      "[[name, decodeURIComponent(encoded).replaceAll('%2F', '/')]]",
    ],
  }),
  ...faultsIn('src/web/pages/movie/bookingPage.ts', webTest('firstDocument', 'of another film'), {
    'a document resumes the machine of another film': [" || read.output.context.title !== params['movieTitle']", ''],
  }),
  ...faultsIn('src/web/environment/savedTickets.ts', webTest('ticket', 'once another user is known'), {
    'tickets that another user saved stay in the browser after a sign-in': [
      'replace(saved?.userId === userId ? saved : undefined);',
      'replace(saved);',
    ],
  }),
  ...faultsIn('src/web/environment/savedTickets.ts', webTest('ticket', 'fifty are saved at most'), {
    'a ticket more than fifty is saved': ['.slice(0, MAX_SAVED_TICKETS)', '.slice(0, MAX_SAVED_TICKETS + 1)'],
  }),
  ...faultsIn('src/web/environment/savedSeats.ts', webTest('movie', 'each showtime retains its own'), {
    'the seats saved for one showtime push out those of another': [
      '[{ title, date, time, seatNumbers }, ...others]',
      '[{ title, date, time, seatNumbers }]',
    ],
  }),
  ...faultsIn('machines/sessionMachine.ts', webTest('models/auth', 'log out'), {
    'LOG OUT is bound to another call': ["api('signOut')", "api('signOutOthers')"],
  }),
  ...faultsIn('machines/sessionMachine.ts', webTest('session', 'at most every 5 s'), {
    'a tab that is shown again and again requests each time': [
      'device.isHidden() || Math.abs(clock.now() - reportedAt) < SHOWN_PAUSE',
      'device.isHidden()',
    ],
  }),
  ...faultsIn('machines/recordSeatsMachine.ts', webTest('purchase', 'the ticket booking call runs first'), {
    'a purchase is confirmed by the call that releases seats': [
      'if (movieId === undefined)',
      'if (movieId !== undefined)',
    ],
  }),
  ...faultsIn('src/web/environment/browserStorage.ts', webTest('models/auth', 'be signed out elsewhere'), {
    'site data cleared in another tab goes unheard': ['event.key === key || event.key === null', 'event.key === key'],
  }),
  ...faultsIn('src/web/environment/browserStorage.ts', webTest('storage', 'replaces the stored one'), {
    'a full storage brings back the previous text': [
      'refused ?? attempt((storage) => storage.getItem(key), null) ?? undefined',
      'attempt((storage) => storage.getItem(key), null) ?? refused',
    ],
  }),
  ...faultsIn('src/web/environment/serverClock.ts', webTest('serverClock', 'a start without a connection'), {
    'a start without a connection uses the device’s clock': ['stored.write(String(corrected));', ''],
  }),
  ...faultsIn('src/web/environment/serverClock.ts', webTest('serverClock', 'slow response'), {
    'a slow response makes the clock worse': ['Math.min(Math.max(offset(), least), most)', 'most'],
  }),
  ...faultsIn('src/web/environment/createEnvironment.ts', webTest('session', 'is no token'), {
    'a stored text that no header can carry leaves the session neither in nor out': [
      'text !== undefined && TOKEN.test(text) ? text : undefined',
      'text',
    ],
  }),
  ...faultsIn('src/web/environment/seatFeed.ts', webTest('seatFeed', 'a hidden page holds no feed'), {
    'a hidden page holds its feed': ['if (device.isHidden()) return;', ''],
  }),
  ...faultsIn('machines/sessionMachine.ts', webTest('myTickets', 'reliability 51'), {
    'tickets beyond the first page are not fetched': ['page[TICKETS_ON_A_PAGE - 1]', 'page[TICKETS_ON_A_PAGE]'],
  }),
];

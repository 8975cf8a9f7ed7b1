import { webTest, type Fault } from '../fault.ts';

const client = 'src/web/api/client.ts';

/** Calls, addresses, storage and timers, where machines are bound to the world. */
export const effectsFaults: readonly Fault[] = [
  {
    file: client,
    by: webTest('session', 'late 401'),
    fault: 'a late 401 of an old token ends the new session',
    text: 'token === undefined || token !== options.readToken()',
    replacement: 'token === undefined',
  },
  {
    file: client,
    by: webTest('purchase', 'Idempotency-Key'),
    fault: 'the key of an intent is not sent',
    text: "...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),",
    replacement: '',
  },
  {
    file: client,
    by: webTest('overlay', 'it goes off after a fetch that failed'),
    fault: 'the overlay stays after a fetch that failed',
    text: `    } finally {
      if (loading) options.onRequestSettled();
    }`,
    replacement: '    }',
  },
  {
    file: 'src/web/app/RouterBridge.tsx',
    by: webTest('keptSeats', 'the redirect adds no step'),
    fault: 'Back leads to a top-up that is finished',
    text: 'void navigate(to, { replace, state });',
    replacement: 'void navigate(to, { state });',
  },
  {
    file: 'src/web/app/RouterBridge.tsx',
    by: webTest('shell', 'begins at its top'),
    fault: 'Back scrolls to the top: it is told to the root as a link that was followed',
    text: 'useNavigationType() === NavigationType.Pop',
    replacement: 'useNavigationType() !== NavigationType.Pop',
  },
  {
    file: 'src/web/app/pages.ts',
    by: { project: 'web', file: 'tests/web/pages.test.ts' },
    fault: 'the ledger needs nobody signed in',
    text: `    title: 'Transactions',
    personal: 'guarded',`,
    replacement: "    title: 'Transactions',",
  },
  {
    file: 'src/web/runtime/routeParams.ts',
    by: { project: 'web', file: 'tests/web/pages.test.ts' },
    fault: 'a film\u2019s page asked for in capital letters has no title',
    text: 'matchPath(route, pathname)',
    replacement: 'matchPath({ path: route, caseSensitive: true }, pathname)',
  },
  {
    file: 'src/web/runtime/routeParams.ts',
    by: { project: 'web', file: 'tests/web/pages.test.ts' },
    fault: 'a film with a percent sign in its title is not found at its address',
    text: 'decodeURIComponent(encoded)',
    replacement: 'decodeURI(encoded)',
  },
  {
    file: 'src/web/runtime/hooks/worldHooks.ts',
    by: webTest('movie', 'has its page'),
    fault: 'a slash is made of a title’s own %2F, as the router does it',
    text: "routeParams(PATHS.movie, useLocation().pathname)['movieTitle']",
    replacement: "routeParams(PATHS.movie, useLocation().pathname)['movieTitle']?.replaceAll('%2F', '/')",
  },
  {
    file: 'src/web/runtime/startApp.ts',
    by: webTest('firstDocument', 'another page and back asks as ever'),
    fault: 'an early answer, that of the document, is handed out twice',
    text: 'if (key !== arrivedAt) page = undefined;',
    replacement: '',
  },
  {
    file: 'src/web/effects/keptTickets.ts',
    by: webTest('ticket', 'once another user is known'),
    fault: 'tickets that another user kept stay in the browser after a sign-in',
    text: 'replace(kept?.userId === userId ? kept : undefined);',
    replacement: 'replace(kept);',
  },
  {
    file: 'src/web/effects/keptTickets.ts',
    by: webTest('ticket', 'fifty are kept at most'),
    fault: 'a ticket more than fifty is kept',
    text: '.slice(0, MOST_KEPT_TICKETS)',
    replacement: '.slice(0, MOST_KEPT_TICKETS + 1)',
  },
  {
    file: 'src/web/effects/keptSeats.ts',
    by: webTest('keptSeats', 'each showtime has its own'),
    fault: 'the seats kept for one showtime push out those of another',
    text: '[{ title, date, time, seatNumbers }, ...others]',
    replacement: '[{ title, date, time, seatNumbers }]',
  },
  {
    file: 'src/web/effects/boundSession.ts',
    by: webTest('session', 'LOG OUT: the user is cleared'),
    fault: 'LOG OUT is bound to another call',
    text: ".client('signOut')",
    replacement: ".client('signOutOthers')",
  },
  {
    file: 'src/web/effects/boundIntents.ts',
    by: webTest('purchase', 'the ticket booking call runs first'),
    fault: 'a purchase is confirmed by the call that releases seats',
    text: 'if (movieId === undefined)',
    replacement: 'if (movieId !== undefined)',
  },
  {
    file: 'src/web/effects/watchTabs.ts',
    by: webTest('tabs', 'at most every 5 s'),
    fault: 'a tab that is shown again and again asks each time',
    text: 'device.isHidden() || now() - toldAt < PAUSE',
    replacement: 'device.isHidden()',
  },
  {
    file: 'src/web/effects/watchSeats.ts',
    by: webTest('liveSeats', 'a hidden page holds no feed'),
    fault: 'a hidden page holds its feed',
    text: 'if (device.isHidden()) return;',
    replacement: '',
  },
  {
    file: 'src/web/effects/listEveryTicket.ts',
    by: webTest('myTickets', 'reliability 51'),
    fault: 'tickets beyond the first page are not fetched',
    text: 'page[TICKETS_ON_A_PAGE - 1]',
    replacement: 'page[TICKETS_ON_A_PAGE]',
  },
];

import { faultsIn, serverTest, type Fault } from '../fault.ts';

const SQLITE = '(SQLite)';
const accounts = serverTest('accounts', `section 4, Session ${SQLITE}`);
const balance = serverTest('transactions', `section 5, Top-up and Withdraw ${SQLITE}`);
const cancellation = serverTest('cancellation', SQLITE);
const changePassword = serverTest('changePassword', SQLITE);
const guessing = (test: string) =>
  serverTest('loginAttempts', `reliability 24: guessing is throttled ${SQLITE} > ${test}`);
const showtimes = serverTest('purchase', `section 4, Purchase ${SQLITE} > reliability 13`);
const strangers = serverTest('strangers', 'a customer of an IPv6 network is one address');

/** Conditions, constraints, limits and caches, in the server and its store. */
export const serverFaults: readonly Fault[] = [
  ...faultsIn('src/server/commands/auditDatabase.ts', serverTest('operating', 'finds a foreign trigger'), {
    'a copy with foreign triggers is called sound': [
      'const differences = await inspection.checkSchema();',
      'const differences: string[] = [];',
    ],
  }),
  ...faultsIn('src/server/db/privateFiles.ts', serverTest('privateFiles'), {
    'a folder that others share is closed to them': ['(mode & STICKY) === 0 && isOurs', '(mode & STICKY) === 0'],
  }),
  ...faultsIn('src/server/store/seedCatalogue.ts', serverTest('catalogue', `the same fields ${SQLITE}`), {
    'a film that did not change is told as changed': [
      '!isDeepStrictEqual(rowOf(movie), onSale.get(movie.id))',
      '!isDeepStrictEqual(movie, onSale.get(movie.id))',
    ],
  }),
  ...faultsIn('src/server/store/sessions.ts', accounts, {
    'tokens are stored readable': ["return hash('sha256', token, 'base64url');", 'return token;'],
    'a session lives as long as it is used': [
      'Math.min(lastUsedAt + IDLE_LIFE, createdAt + MAX_LIFE)',
      'lastUsedAt + IDLE_LIFE',
    ],
    'a session that has expired still opens': ["    .where('sessions.expires_at', '>', now)\n", ''],
    'beyond 20 sessions the newest end': [".orderBy('created_at', 'desc')", ".orderBy('created_at', 'asc')"],
  }),
  ...faultsIn('src/server/store/sessions.ts', serverTest('accounts', `signing out other devices ${SQLITE}`), {
    'signing out the others signs out everybody': [
      `    .where('user_id', '=', userId)
    .where('token_hash', '!=', hashToken(token))
    .where('expires_at', '>', now)`,
      `    .where('token_hash', '!=', hashToken(token))
    .where('expires_at', '>', now)`,
    ],
  }),
  ...faultsIn('src/server/store/sessions.ts', serverTest('changePassword', `${SQLITE} > a sign-in opens none after`), {
    'a sign-in that is under way opens a session with the old password after its change': [
      "        .where('password_hash', '=', passwordHash)\n",
      '',
    ],
  }),
  ...faultsIn('src/server/store/sessions.ts', changePassword, {
    'a sign-in that is under way opens a session after every other device was signed out': [
      "        .where('session_version', '=', sessionVersion)\n",
      '',
    ],
  }),
  ...faultsIn('src/server/store/sessions.ts', serverTest('changePassword', '(PostgreSQL)'), {
    'a sign-in looks past a change of the password that is not committed yet': [
      '(query) => query.forShare()',
      '(query) => query',
    ],
  }),
  ...faultsIn('src/server/auth/authentication.ts', accounts, {
    'the use of a session is never written down': [
      'if (!isTouchDue(session, now())) return;',
      'if (isTouchDue(session, now())) return;',
    ],
  }),
  ...faultsIn('src/server/store/accounts.ts', changePassword, {
    'a new password leaves the other sessions alive': [
      'return closeOtherSessions(transaction, change);',
      'return { ended: 0 };',
    ],
  }),
  ...faultsIn(
    'src/server/feeds/seatFeeds.ts',
    serverTest('seatFeeds', `${SQLITE} > reliability 53: what other processes`),
    {
      'what other processes sell is never shown': [
        'setInterval(() => void refresh(), pollMilliseconds)',
        'setInterval(() => undefined, pollMilliseconds)',
      ],
    },
  ),
  ...faultsIn('src/server/feeds/seatFeeds.ts', serverTest('seatFeeds', `${SQLITE} > reliability 53: a look`), {
    'the database is asked for seats while no hall is open': [
      'while (changed && screenings.size > 0)',
      'while (changed)',
    ],
  }),
  ...faultsIn('src/server/feeds/seatFeeds.ts', strangers, {
    'the cap of feeds counts addresses instead of networks': [
      'const network = networkOf(address);',
      'const network = address;',
    ],
  }),
  ...faultsIn('src/server/db/openSqlite.ts', serverTest('sqliteFile', `a foreign lock on the file ${SQLITE}`), {
    'one who writes is refused at once while another program locks the file': [
      'return await retryWhileLocked(() => this.#writing.executeQuery<Row>(query), lockTimeoutMs, arrivedAt);',
      'return await this.#writing.executeQuery<Row>(query);',
    ],
  }),
  ...faultsIn('src/server/db/openSqliteFile.ts', serverTest('durability', 'while another does has to wait'), {
    'the second start on a new file is refused': ['if (isLast || !isLocked(error)) throw error;', 'throw error;'],
  }),
  ...faultsIn('src/server/db/turns.ts', serverTest('edges', `${SQLITE} > reliability 39: beyond 2,000`), {
    'the queue before SQLite has no end': ['if (waiting.length >= MAX_WAITING) throw new DatabaseBusy();', ''],
  }),
  ...faultsIn('src/server/db/openPostgres.ts', serverTest('outage', '(PostgreSQL)'), {
    'connections of the time when one fell silent are used again': ['if (isLost) reliable = new WeakSet();', ''],
  }),
  ...faultsIn(
    'src/server/addresses/clientAddress.ts',
    serverTest('clientAddress', 'behind a proxy that writes ports'),
    {
      'each port of an address is a client of its own': ['bracketed ?? beforePort ?? written', 'bracketed ?? written'],
    },
  ),
  ...faultsIn('src/server/addresses/clientAddress.ts', serverTest('strangers', 'an address as proxies write it'), {
    'a proxy that writes no address makes a client of each text': [
      'ips.map(parseAddress).findLast((address) => address !== undefined) ?? NO_ADDRESS',
      'parseAddress(ips.at(-1)) ?? ips.at(-1) ?? NO_ADDRESS',
    ],
  }),
  ...faultsIn('src/server/store/catalogueSchema.ts', serverTest('catalogue', 'a wrong'), {
    'a poster may lead to another site without TLS': [
      'URL.parse(text, SITE)?.origin === SITE',
      'URL.canParse(text, SITE)',
    ],
    'a film may have a day that no calendar has': ['toISOString().startsWith(date)', 'toISOString() !== date'],
  }),
  ...faultsIn('src/server/pages/pageDocument.ts', serverTest('pages', 'hashed with LF'), {
    'the policy refuses the inline script of a checkout with CRLF': [".replaceAll(/\\r\\n?/g, '\\n')", ''],
  }),
  ...faultsIn('src/server/http/rateLimits.ts', strangers, {
    'the cap of sign-ups counts addresses instead of networks': [
      'networkOf(clientAddress(request))',
      'clientAddress(request)',
    ],
  }),
  ...faultsIn('src/server/store/loginAttempts.ts', guessing('a stranger does not lock the owner out'), {
    "owners' networks are forgotten after a day": [
      'now - counter.known_at < KNOWN_FOR',
      'now - counter.known_at < DAY',
    ],
  }),
  ...faultsIn('src/server/store/loginAttempts.ts', serverTest('forgetting', `what has expired ${SQLITE} > goes`), {
    "owners' networks are cleared away after a day": [
      "row.and([row('known_at', 'is', null), row('failed_at', '<=', now - DAY)])",
      "row('failed_at', '<=', now - DAY)",
    ],
  }),
  ...faultsIn('src/server/store/loginAttempts.ts', guessing('after five wrong passwords'), {
    'one wrong password more is free of delay': ['counter.failures < free', 'counter.failures <= free'],
  }),
  ...faultsIn('src/server/store/loginAttempts.ts', guessing('whoever signs in to an account of their own'), {
    "signing in to one's own account frees guesses at any other from there": [
      "owner: digest('owner', account, place),",
      "owner: digest('owner', place),",
    ],
    'wrong passwords are counted by address alone': [
      "account: digest('account', account),",
      "account: digest('account', place),",
    ],
  }),
  ...faultsIn('src/server/auth/fairQueue.ts', serverTest('passwords'), {
    'whoever waits longest is served until nobody of them waits': [
      'this.#groups.delete(key);',
      'if (group.#size === 0) this.#groups.delete(key);',
    ],
  }),
  ...faultsIn('src/server/auth/passwords.ts', serverTest('passwords'), {
    'passwords are hashed at a tenth of the price': ['memoryCost: 19_456', 'memoryCost: 1_945'],
    'one network takes every place of those that wait for a hash': ['queue.countOf(network) >= leftToSite || ', ''],
    'the many networks of one site take every place of those that wait for a hash': [
      'const leftToSite = left - queue.countOf(site);',
      'const leftToSite = left;',
    ],
    'one account takes every place of its network': [
      ' || queue.countOf([...network, account]) >= SHARE_OF_ACCOUNT',
      '',
    ],
  }),
  ...faultsIn('src/server/auth/checkPassword.ts', serverTest('floods', `${SQLITE} > from 40 networks`), {
    'an owner waits behind every stranger, also where they signed in before': [
      "kind: isKnown ? 'known' : 'stranger',",
      "kind: 'stranger',",
    ],
    'a password asked again waits behind every stranger': [
      "return { kind: 'known', address, account: attempt.token };",
      "return { kind: 'stranger', address, account: attempt.token };",
    ],
  }),
  ...faultsIn('src/server/auth/checkPassword.ts', guessing('attempts sent all at once'), {
    'guesses sent at once are not counted one after another': [
      'const record = await mayAttempt(db, attempt, now());',
      'const record = await findAttemptRecord(db, { attempt, now: now() });',
    ],
  }),
  ...faultsIn(
    'src/server/routes/user.ts',
    serverTest('accounts', `section 4, Session ${SQLITE} > reliability 25: a common password`),
    {
      'a password that many people use is taken': [
        "if (isCommonPassword(password)) throw refuseField('password', COMMON_PASSWORD);",
        '',
      ],
    },
  ),
  ...faultsIn('src/server/routes/addRoute.ts', serverTest('rateLimits', SQLITE), {
    'an account changes as much as it likes': ['if (limited === true) await limitChanges(request);', ''],
  }),
  ...faultsIn('src/server/routes/addRoute.ts', serverTest('changePassword', `${SQLITE} > nor does money leave`), {
    'money is paid out to a session that ended while its password waited to be checked': [
      'if (password !== undefined) await authentication.requireStillSignedIn(transaction, caller);',
      '',
    ],
  }),
  ...faultsIn('src/server/routes/addRoute.ts', balance, {
    'money is paid out for any password': [
      'if (password !== undefined) await requirePassword(dependencies, { caller, password });',
      '',
    ],
  }),
  ...faultsIn('src/server/store/ledger.ts', balance, {
    'a withdrawal pays in': ["kind: 'withdrawal', amount: -amount,", "kind: 'withdrawal', amount,"],
    'more than the balance can be taken from it': ["user('balance', '>=', -amount)", "user('balance', '>=', 0)"],
    'a refund is held to the ceiling of a top-up': [
      "(kind === 'top-up' ? TOP_UP_CEILING : Number.MAX_SAFE_INTEGER) - amount",
      'TOP_UP_CEILING - amount',
    ],
  }),
  ...faultsIn('src/server/store/ledger.ts', serverTest('transactions', `the transactions of a user ${SQLITE}`), {
    'the last entry of a page is the first of the next': [
      "where('ledger.sequence', '<', before ?? 0)",
      "where('ledger.sequence', '<=', before ?? 0)",
    ],
    'a full page says that it is the last': ['.limit(limit + 1)', '.limit(limit)'],
    'the ledger of everybody is shown to everybody': ["    .where('ledger.user_id', '=', userId)\n", ''],
  }),
  ...faultsIn('src/server/store/idempotency.ts', serverTest('idempotency', SQLITE), {
    'another request under the same key is answered as the first': [
      "if (stored.request_hash !== claim.requestHash) throw new ApiError('idempotency_conflict');",
      '',
    ],
    'a key lives a millisecond too long': ['stored.created_at > now - KEY_LIFE', 'stored.created_at >= now - KEY_LIFE'],
    "one user's key gives the answer of another": [
      `    .select(['request_hash', 'status', 'body', 'created_at'])
    .where('user_id', '=', userId)`,
      "    .select(['request_hash', 'status', 'body', 'created_at'])",
    ],
  }),
  ...faultsIn('src/server/store/tickets.ts', cancellation, {
    "another user's ticket can be cancelled": [
      `    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .returning(`,
      `    .where('cancelled_at', 'is', null)
    .returning(`,
    ],
    'one seat is refunded of several': [
      'const amount = purchaseTotal(row.ticket_price, parseSeatNumbers(row.seat_numbers).length);',
      'const amount = row.ticket_price;',
    ],
    'a ticket is refunded after its film has begun': [
      "if (hasStarted(row.starts_at, now)) throw new ApiError('ticket_expired');",
      '',
    ],
  }),
  ...faultsIn('src/server/store/tickets.ts', serverTest('purchase', SQLITE), {
    'a film is sold at a price that the buyer has not seen': ['  assertUnchanged(movie, booking);\n', ''],
  }),
  ...faultsIn('src/server/store/tickets.ts', showtimes, {
    'tickets are sold after the sale has ended': [
      "if (!isOnSale(startsAt, now)) throw new ApiError('showtime_closed');",
      '',
    ],
  }),
  ...faultsIn('src/server/store/showtimes.ts', showtimes, {
    'the refusal of a date is worked out by the UTC day': ['offeredDates(now, zone)', "offeredDates(now, 'UTC')"],
  }),
  ...faultsIn('src/server/store/bookedSeats.ts', cancellation, {
    'a cancellation frees the whole hall': ["    .where('ticket_id', '=', ticketId)\n", ''],
  }),
  ...faultsIn('src/server/store/offers.ts', serverTest('withdrawnFilms', `a film that left the catalogue ${SQLITE}`), {
    'a film that left the catalogue is sold': ["    .where('movies.withdrawn_at', 'is', null)\n", ''],
  }),
  ...faultsIn(
    'src/server/db/migrations/0001-initial.ts',
    serverTest('database', `the database itself refuses ${SQLITE}`),
    {
      'the database lets a seat be sold twice': [
        'primary key (movie_id, starts_at, seat_number)',
        'primary key (movie_id, starts_at, seat_number, ticket_id)',
      ],
      'the database lets a ticket be refunded twice': [
        'create unique index ledger_once_per_ticket',
        'create index ledger_once_per_ticket',
      ],
    },
  ),
  ...faultsIn(
    'src/server/pages/documentCache.ts',
    serverTest('documents', `a document shows what is sold ${SQLITE} > a seat sold`),
    {
      'a document stays as it was when a seat is sold': [
        'seatChanges.subscribe(() => (halls = open()))',
        'seatChanges.subscribe(() => undefined)',
      ],
    },
  ),
  ...faultsIn(
    'src/server/pages/documentCache.ts',
    serverTest('documents', `a document shows what is sold ${SQLITE} > what is being rendered`),
    {
      'who waits for a document while a seat is sold is given none': [
        'seatChanges.subscribe(() => (halls = open()))',
        'seatChanges.subscribe(() => halls.clear())',
      ],
    },
  ),
  ...faultsIn('src/server/pages/limitRendering.ts', serverTest('documents', 'one address is rendered so many'), {
    'one address keeps the server drawing': ['[countOfOneAddress, countInAll]', '[countInAll]'],
    'many addresses keep the server drawing': ['[countOfOneAddress, countInAll]', '[countOfOneAddress]'],
    'one flood of documents takes the page of everybody else': [
      '[countOfOneAddress, countInAll]',
      '[countInAll, countOfOneAddress]',
    ],
  }),
  ...faultsIn('src/server/entityTags.ts', serverTest('movies', 'a list that has not changed'), {
    'a list of films that changed, but not in length, is told to be the one that the caller has': [
      "createHash('sha256').update(body).digest('base64url')",
      'body.length',
    ],
    'a document that a proxy keeps as a weak one is sent again each time': [".replace(/^W\\//, '')", ''],
  }),
  ...faultsIn('src/web/app/renderHead.tsx', serverTest('documents', 'is known by one address'), {
    'a page is known by as many addresses as it can be typed in': [
      'href={origin + path}',
      'href={origin + request.url.pathname}',
    ],
  }),
  ...faultsIn('src/server/pages/answerWithPage.ts', serverTest('documents', 'in PUBLIC_ORIGIN'), {
    'documents name the Host that somebody made up, though the public origin is set': [
      'const origin = publicOrigin ?? host?.origin;',
      'const origin = host?.origin ?? publicOrigin;',
    ],
  }),
  ...faultsIn('src/server/http/limitConnections.ts', serverTest('edges', 'takes nothing of an answer'), {
    'who reads no answer keeps the connection, and the memory of what was sent, for good': [
      'limitWriteTime(server, writeMilliseconds);',
      '',
    ],
  }),
  ...faultsIn('src/server/http/limitConnections.ts', serverTest('strangers', 'three addresses with bodies'), {
    'three addresses shut everybody else out with requests that never end': [
      'group.idle.size > 0 || group.open > inAll * CROWD',
      'group.idle.size > 0',
    ],
  }),
  ...faultsIn('src/server/http/limitConnections.ts', serverTest('strangers', 'one with a request under way'), {
    'an address holds as many connections as it likes, if something is asked on each': [
      'group?.idle.size === 0 ? group.busy : (group?.idle ?? [])',
      'group?.idle ?? []',
    ],
  }),
  ...faultsIn('src/server/http/limitConnections.ts', serverTest('edges', 'hundreds of requests at once'), {
    'the server holds as many answers as somebody likes who reads none, until its memory is full': [
      'if (connection.requests > MAX_PIPELINED) socket.destroy();',
      '',
    ],
    'requests that came with too many others are worked on, though nobody hears the answer': [
      'if (request.raw.socket.destroyed) reply.hijack();',
      '',
    ],
  }),
  ...faultsIn('src/web/app/renderDocument.tsx', serverTest('documents', 'leaves no machine and no timer'), {
    'each document leaves the machines of the product running': ['app.stop();', ''],
  }),
];

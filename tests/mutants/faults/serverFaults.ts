import { serverTest, type Fault } from '../fault.ts';

const SQLITE = '(SQLite)';

const accounts = serverTest('accounts', `section 4, Session ${SQLITE}`);
const balance = serverTest('balance', SQLITE);
const cancellation = serverTest('cancellation', SQLITE);
const changePassword = serverTest('changePassword', SQLITE);
const database = serverTest('database', `the database itself refuses ${SQLITE}`);
const idempotency = serverTest('idempotency', SQLITE);
const guessing = (test: string) =>
  serverTest('loginAttempts', `reliability 24: guessing is throttled ${SQLITE} > ${test}`);
const purchase = serverTest('purchase', SQLITE);
const sessions = serverTest('sessions', SQLITE);
const showtimes = serverTest('showtimes', SQLITE);
const strangers = serverTest('strangers', 'a customer of an IPv6 network is one address');
const transactions = serverTest('transactions', SQLITE);

/** Conditions, constraints, limits and caches, in the server and its store. */
export const serverFaults: readonly Fault[] = [
  {
    file: 'src/server/store/sessions.ts',
    by: accounts,
    fault: 'tokens are stored readable',
    text: "return hash('sha256', token, 'base64url');",
    replacement: 'return token;',
  },
  {
    file: 'src/server/store/sessions.ts',
    by: sessions,
    fault: 'signing out the others signs out everybody',
    text: `    .where('user_id', '=', userId)
    .where('token_hash', '!=', hashToken(token))
    .where('expires_at', '>', now)`,
    replacement: `    .where('token_hash', '!=', hashToken(token))
    .where('expires_at', '>', now)`,
  },
  {
    file: 'src/server/store/sessions.ts',
    by: accounts,
    fault: 'a session lives as long as it is used',
    text: 'Math.min(lastUsedAt + IDLE_LIFE, createdAt + LONGEST_LIFE)',
    replacement: 'lastUsedAt + IDLE_LIFE',
  },
  {
    file: 'src/server/store/sessions.ts',
    by: accounts,
    fault: 'a session that has expired still opens',
    text: `    .where('sessions.token_hash', '=', given('tokenHash'))
    .where('sessions.expires_at', '>', given('now')),`,
    replacement: "    .where('sessions.token_hash', '=', given('tokenHash')),",
  },
  {
    file: 'src/server/store/sessions.ts',
    by: accounts,
    fault: 'beyond 20 sessions the newest end',
    text: ".orderBy('created_at', 'desc')",
    replacement: ".orderBy('created_at', 'asc')",
  },
  {
    file: 'src/server/auth/authentication.ts',
    by: accounts,
    fault: 'the use of a session is never written down',
    text: 'if (!isTouchDue(session, now())) return;',
    replacement: 'if (isTouchDue(session, now())) return;',
  },
  {
    file: 'src/server/store/accounts.ts',
    by: changePassword,
    fault: 'a new password leaves the other sessions alive',
    text: 'return closeOtherSessions(transaction, change);',
    replacement: 'return { ended: 0 };',
  },
  {
    file: 'src/server/store/sessions.ts',
    by: serverTest('changePassword', `${SQLITE} > a sign-in opens none after a change`),
    fault: 'a sign-in that is under way opens a session with the old password after its change',
    text: "        .where('password_hash', '=', passwordHash)\n",
    replacement: '',
  },
  {
    file: 'src/server/store/sessions.ts',
    by: changePassword,
    fault: 'a sign-in that is under way opens a session after every other device was signed out',
    text: "        .where('session_version', '=', sessionVersion)\n",
    replacement: '',
  },
  {
    file: 'src/server/store/sessions.ts',
    by: serverTest('changePassword', '(PostgreSQL)'),
    fault: 'a sign-in looks past a change of the password that is not committed yet',
    text: '(query) => query.forShare()',
    replacement: '(query) => query',
  },
  {
    file: 'src/server/feeds/liveSeats.ts',
    by: strangers,
    fault: 'the cap of feeds counts addresses instead of networks',
    text: 'const network = networkOf(address);',
    replacement: 'const network = address;',
  },
  {
    file: 'src/server/http/limitSignUps.ts',
    by: strangers,
    fault: 'the cap of sign-ups counts addresses instead of networks',
    text: 'ipv6Subnet: 64,',
    replacement: 'ipv6Subnet: 128,',
  },
  {
    file: 'src/server/store/loginAttempts.ts',
    by: guessing('nor when the owner'),
    fault: "owners' networks are forgotten after a day",
    text: 'now - counter.known_at < KNOWN_FOR',
    replacement: 'now - counter.known_at < DAY',
  },
  {
    file: 'src/server/store/loginAttempts.ts',
    by: serverTest('forgetting', `what has expired ${SQLITE} > goes`),
    fault: "owners' networks are cleared away after a day",
    text: "row.and([row('known_at', 'is', null), row('failed_at', '<=', now - DAY)])",
    replacement: "row('failed_at', '<=', now - DAY)",
  },
  {
    file: 'src/server/store/loginAttempts.ts',
    by: guessing('after five wrong passwords'),
    fault: 'one wrong password more is free of delay',
    text: 'counter.failures < free',
    replacement: 'counter.failures <= free',
  },
  {
    file: 'src/server/store/loginAttempts.ts',
    by: guessing('whoever signs in to an account of their own'),
    fault: "signing in to one's own account frees guesses at any other from there",
    text: "owner: digest('owner', account, place),",
    replacement: "owner: digest('owner', place),",
  },
  {
    file: 'src/server/store/loginAttempts.ts',
    by: guessing('whoever signs in to an account of their own'),
    fault: 'wrong passwords are counted by address alone',
    text: "account: digest('account', account),",
    replacement: "account: digest('account', place),",
  },
  {
    file: 'src/server/auth/fairQueue.ts',
    by: serverTest('passwords'),
    fault: 'whoever waits longest is served until nobody of them waits',
    text: 'this.#groups.delete(key);',
    replacement: 'if (group.#size === 0) this.#groups.delete(key);',
  },
  {
    file: 'src/server/auth/passwords.ts',
    by: serverTest('passwords'),
    fault: 'one network takes every place of those that wait for a hash',
    text: 'queue.countOf(network) >= leftToSite || ',
    replacement: '',
  },
  {
    file: 'src/server/auth/passwords.ts',
    by: serverTest('passwords'),
    fault: 'the many networks of one site take every place of those that wait for a hash',
    text: 'const leftToSite = left - queue.countOf(site);',
    replacement: 'const leftToSite = left;',
  },
  {
    file: 'src/server/auth/passwords.ts',
    by: serverTest('passwords'),
    fault: 'one account takes every place of its network',
    text: ' || queue.countOf([...network, account]) >= SHARE_OF_ACCOUNT',
    replacement: '',
  },
  {
    file: 'src/server/auth/checkPassword.ts',
    by: serverTest('floods', `${SQLITE} > from 40 networks`),
    fault: 'an owner waits behind every stranger, also where they signed in before',
    text: "standing: isKnown ? 'known' : 'stranger',",
    replacement: "standing: 'stranger',",
  },
  {
    file: 'src/server/auth/checkPassword.ts',
    by: serverTest('floods', `${SQLITE} > from 40 networks`),
    fault: 'a password asked again waits behind every stranger',
    text: "return { standing: 'known', address, account: attempt.token };",
    replacement: "return { standing: 'stranger', address, account: attempt.token };",
  },
  {
    file: 'src/server/auth/checkPassword.ts',
    by: guessing('guesses sent all at once'),
    fault: 'guesses sent at once are not counted one after another',
    text: 'const record = await mayAttempt(db, attempt, now());',
    replacement: 'const record = await findAttemptRecord(db, { attempt, now: now() });',
  },
  {
    file: 'src/server/routes/user.ts',
    by: serverTest('loginAttempts', `reliability 23 and 25: sign-up ${SQLITE} > reliability 25`),
    fault: 'a password that many people use is taken',
    text: "if (isCommonPassword(password)) throw refuseField('password', COMMON_PASSWORD);",
    replacement: '',
  },
  {
    file: 'src/server/routes/addRoute.ts',
    by: serverTest('rateLimits', SQLITE),
    fault: 'an account changes as much as it likes',
    text: 'if (limited === true) await limitChanges(request);',
    replacement: '',
  },
  {
    file: 'src/server/routes/addRoute.ts',
    by: serverTest('changePassword', `${SQLITE} > nor does money leave`),
    fault: 'money is paid out to a session that ended while its password waited to be checked',
    text: 'if (password !== undefined) await authentication.requireStillSignedIn(transaction, caller);',
    replacement: '',
  },
  {
    file: 'src/server/routes/addRoute.ts',
    by: balance,
    fault: 'money is paid out for any password',
    text: 'if (password !== undefined) await requirePassword(dependencies, { caller, password });',
    replacement: '',
  },
  {
    file: 'src/server/store/ledger.ts',
    by: balance,
    fault: 'a withdrawal pays in',
    text: "kind: 'withdrawal', amount: -amount,",
    replacement: "kind: 'withdrawal', amount,",
  },
  {
    file: 'src/server/store/ledger.ts',
    by: balance,
    fault: 'more than the balance can be taken from it',
    text: "    .where('balance', '>=', given('amount'))\n",
    replacement: '',
  },
  {
    file: 'src/server/store/ledger.ts',
    by: balance,
    fault: 'a refund is held to the ceiling of a top-up',
    text: "(kind === 'top-up' ? TOP_UP_CEILING : Number.MAX_SAFE_INTEGER) - amount",
    replacement: 'TOP_UP_CEILING - amount',
  },
  {
    file: 'src/server/store/ledger.ts',
    by: transactions,
    fault: 'the last entry of a page is the first of the next',
    text: "where('ledger.sequence', '<', before ?? 0)",
    replacement: "where('ledger.sequence', '<=', before ?? 0)",
  },
  {
    file: 'src/server/store/ledger.ts',
    by: transactions,
    fault: 'a full page says that it is the last',
    text: '.limit(limit + 1)',
    replacement: '.limit(limit)',
  },
  {
    file: 'src/server/store/ledger.ts',
    by: transactions,
    fault: 'the ledger of everybody is shown to everybody',
    text: "    .where('ledger.user_id', '=', userId)\n",
    replacement: '',
  },
  {
    file: 'src/server/store/idempotency.ts',
    by: idempotency,
    fault: 'another request under the same key is answered as the first',
    text: "if (kept.request_hash !== claim.requestHash) throw new Refusal('idempotency_conflict');",
    replacement: '',
  },
  {
    file: 'src/server/store/idempotency.ts',
    by: idempotency,
    fault: 'a key lives a millisecond too long',
    text: 'kept.created_at > now - KEY_LIFE',
    replacement: 'kept.created_at >= now - KEY_LIFE',
  },
  {
    file: 'src/server/store/idempotency.ts',
    by: idempotency,
    fault: "one user's key gives the answer of another",
    text: `    .select(['request_hash', 'status', 'body', 'created_at'])
    .where('user_id', '=', given('userId'))`,
    replacement: "    .select(['request_hash', 'status', 'body', 'created_at'])",
  },
  {
    file: 'src/server/store/tickets.ts',
    by: cancellation,
    fault: "another user's ticket can be cancelled",
    text: `    .where('user_id', '=', given('userId'))
    .where('cancelled_at', 'is', null)
    .returning(`,
    replacement: `    .where('cancelled_at', 'is', null)
    .returning(`,
  },
  {
    file: 'src/server/store/tickets.ts',
    by: cancellation,
    fault: 'one seat is refunded of several',
    text: 'const amount = purchaseTotal(row.ticket_price, parseSeatNumbers(row.seat_numbers).length);',
    replacement: 'const amount = row.ticket_price;',
  },
  {
    file: 'src/server/store/tickets.ts',
    by: cancellation,
    fault: 'a ticket is refunded after its film has begun',
    text: "if (hasStarted(row.starts_at, now)) throw new Refusal('ticket_expired');",
    replacement: '',
  },
  {
    file: 'src/server/store/tickets.ts',
    by: purchase,
    fault: 'a film is sold at a price that the buyer has not seen',
    text: '  assertUnchanged(movie, booking);\n',
    replacement: '',
  },
  {
    file: 'src/server/store/tickets.ts',
    by: showtimes,
    fault: 'tickets are sold after the sale has ended',
    text: "if (!isOnSale(startsAt, now)) throw new Refusal('showtime_closed');",
    replacement: '',
  },
  {
    file: 'src/server/store/showtimes.ts',
    by: showtimes,
    fault: 'the refusal of a date is worked out by the UTC day',
    text: 'offeredDates(now, zone)',
    replacement: "offeredDates(now, 'UTC')",
  },
  {
    file: 'src/server/store/bookedSeats.ts',
    by: cancellation,
    fault: 'a cancellation frees the whole hall',
    text: `    .where('starts_at', '=', given('startsAt'))
    .where('ticket_id', '=', given('ticketId')),`,
    replacement: "    .where('starts_at', '=', given('startsAt')),",
  },
  {
    file: 'src/server/store/offers.ts',
    by: serverTest('withdrawnFilms', `a film that left the catalogue ${SQLITE}`),
    fault: 'a film that left the catalogue is sold',
    text: "    .where('movies.withdrawn_at', 'is', null)\n",
    replacement: '',
  },
  {
    file: 'src/server/db/migrations/0001-cinema.ts',
    by: database,
    fault: 'the database lets a seat be sold twice',
    text: 'primary key (movie_id, starts_at, seat_number)',
    replacement: 'primary key (movie_id, starts_at, seat_number, ticket_id)',
  },
  {
    file: 'src/server/db/migrations/0001-cinema.ts',
    by: database,
    fault: 'the database lets a ticket be refunded twice',
    text: 'create unique index ledger_once_per_ticket',
    replacement: 'create index ledger_once_per_ticket',
  },
  {
    file: 'src/server/pages/documentCache.ts',
    by: serverTest('documents', `a document shows what is sold ${SQLITE} > a seat sold`),
    fault: 'a document stays as it was when a seat is sold',
    text: 'seatChanges.subscribe(() => (halls = open()))',
    replacement: 'seatChanges.subscribe(() => undefined)',
  },
  {
    file: 'src/server/pages/documentCache.ts',
    by: serverTest('documents', `a document shows what is sold ${SQLITE} > what is being drawn`),
    fault: 'who waits for a document while a seat is sold is given none',
    text: 'seatChanges.subscribe(() => (halls = open()))',
    replacement: 'seatChanges.subscribe(() => halls.clear())',
  },
  {
    file: 'src/server/pages/limitRendering.ts',
    by: serverTest('documents', 'one address is drawn so many'),
    fault: 'one address keeps the server drawing',
    text: '[countOfOneAddress, countInAll]',
    replacement: '[countInAll]',
  },
  {
    file: 'src/server/pages/limitRendering.ts',
    by: serverTest('documents', 'many addresses together are drawn'),
    fault: 'many addresses keep the server drawing',
    text: '[countOfOneAddress, countInAll]',
    replacement: '[countOfOneAddress]',
  },
  {
    file: 'src/server/pages/limitRendering.ts',
    by: serverTest('documents', 'many addresses together are drawn'),
    fault: 'one flood of documents takes the page of everybody else',
    text: '[countOfOneAddress, countInAll]',
    replacement: '[countInAll, countOfOneAddress]',
  },
  {
    file: 'src/server/entityTags.ts',
    by: serverTest('movies', 'has another tag'),
    fault: 'a list of films that changed, but not in length, is told to be the one that the caller has',
    text: "createHash('sha256').update(body).digest('base64url')",
    replacement: 'body.length',
  },
  {
    file: 'src/server/entityTags.ts',
    by: serverTest('documents', 'whose If-None-Match'),
    fault: 'a document that a proxy keeps as a weak one is sent again each time',
    text: ".replace(/^W\\//, '')",
    replacement: '',
  },
  {
    file: 'src/web/app/drawHead.tsx',
    by: serverTest('documents', 'is known by one address'),
    fault: 'a page is known by as many addresses as it can be typed in',
    text: 'href={origin + path}',
    replacement: 'href={origin + request.url.pathname}',
  },
  {
    file: 'src/server/pages/answerWithPage.ts',
    by: serverTest('documents', 'in PUBLIC_ORIGIN'),
    fault: 'documents name the Host that somebody made up, though the public origin is set',
    text: 'const origin = publicOrigin ?? host?.origin;',
    replacement: 'const origin = host?.origin ?? publicOrigin;',
  },
  {
    file: 'src/server/http/limitConnections.ts',
    by: serverTest('edges', 'reads no answer'),
    fault: 'who reads no answer keeps the connection, and the memory of what was sent, for good',
    text: 'limitWriteTime(server, writeMilliseconds);',
    replacement: '',
  },
  {
    file: 'src/server/http/limitConnections.ts',
    by: serverTest('strangers', 'three addresses with bodies'),
    fault: 'three addresses shut everybody else out with requests that never end',
    text: 'place.idle.size > 0 || place.open > inAll * CROWD',
    replacement: 'place.idle.size > 0',
  },
  {
    file: 'src/server/http/limitConnections.ts',
    by: serverTest('strangers', 'one on which something is asked'),
    fault: 'an address holds as many connections as it likes, if something is asked on each',
    text: 'place?.idle.size === 0 ? place.busy : (place?.idle ?? [])',
    replacement: 'place?.idle ?? []',
  },
  {
    file: 'src/web/app/drawDocument.tsx',
    by: serverTest('documents', 'leaves no machine and no timer'),
    fault: 'each document of a film leaves its machine and a timer behind',
    text: 'booking?.stop();',
    replacement: '',
  },
  {
    file: 'src/web/app/drawDocument.tsx',
    by: serverTest('documents', 'leaves no machine and no timer'),
    fault: 'each document leaves the machines of the product running',
    text: 'runtime.app.stop();',
    replacement: '',
  },
];

import * as v from 'valibot';
import { bookedSeatsListSchema } from '#contract/bookedSeats.ts';
import { holdSchema, type Hold, type HoldRequest } from '#contract/hold.ts';
import { ticketSchema, type Ticket } from '#contract/ticket.ts';
import { sessionUserSchema } from '#contract/user.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { sharePath } from '#domain/sharedSeats.ts';
import type { Network } from './network.ts';
import { MOVIES } from './server.ts';
import type { Owner, SimulatedTime } from './simulatedTime.ts';
import type { DishonestAct, NamedHold, Showing } from './steps.ts';

const ORIGIN = 'http://cinema.example';
const ACCOUNTS = 3;
const SESSIONS = 2;
/** Years. */
const AGE = 30;

interface Session {
  readonly token: string;
  readonly userId: string;
}

/** A request as an account has sent it, to send it again. */
interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object | undefined;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
}

interface Account {
  readonly username: string;
  readonly password: string;
  isSignedUp: boolean;
  /** One for each device. */
  sessions: Session[];
  /** The holds that the server has granted, oldest first. */
  readonly holds: Hold[];
  lastWish: HoldRequest | undefined;
  tickets: Ticket[];
  readonly commands: Sent[];
  /** The requests whose body is on its way. */
  slow: number;
}

interface Surroundings {
  readonly name: string;
  readonly address: string;
  readonly time: SimulatedTime;
  readonly network: Network;
  /** Notes a command with a new key; `kind` is that of its ledger entry. */
  readonly confirm: (userId: string, kind: string, key: string) => void;
}

/** A visitor with a program instead of the web client, and with three accounts, who keeps seats without paying for them. */
export class DishonestVisitor {
  readonly name: string;
  readonly accounts: readonly Account[];
  readonly owner: Owner;
  readonly #surroundings: Surroundings;
  #keys = 0;

  constructor(surroundings: Surroundings) {
    const { name } = surroundings;
    this.#surroundings = surroundings;
    this.name = name;
    this.owner = { name, isAsleep: false, isGone: false };
    this.accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
      username: `${name.replace(' ', '-')}-${index}`,
      password: `a dishonest secret ${index}`,
      isSignedUp: false,
      sessions: [],
      holds: [],
      lastWish: undefined,
      tickets: [],
      commands: [],
      slow: 0,
    }));
  }

  /** Sends the requests of an act, and does not wait for their responses. */
  act(does: DishonestAct, links: string[]): void {
    const account = this.accounts[does.account];
    if (account === undefined) return;
    this.#surroundings.time.runAs(this.owner, () => {
      // A request may get lost, or the server may be down.
      void this.#perform(account, does, links).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
      });
    });
  }

  async #perform(account: Account, does: DishonestAct, links: string[]): Promise<void> {
    if (does.act === 'enter') return this.#enter(account);
    if (does.act === 'repeat') {
      const sent = account.commands.at(-1 - (does.nth % Math.max(1, account.commands.length)));
      if (sent !== undefined) await this.#send(account, sent);
      return;
    }
    const session = account.sessions[does.session % Math.max(1, account.sessions.length)];
    if (session === undefined) return;
    const { bodyMs, leavesAfterMs } = does;
    if (leavesAfterMs !== undefined) void this.#leave(account, session, leavesAfterMs);
    switch (does.act) {
      case 'leave':
        return this.#leave(account, session, 0);
      case 'hold': {
        const { showing, seatNumbers, shared, replaces } = does;
        const wish = {
          ...showing,
          seatNumbers: [...seatNumbers],
          ...(shared ? { shared } : {}),
          ...named('replaces', replaces, account),
        };
        return this.#hold(account, session, wish, links, bodyMs);
      }
      case 'holdAgain': {
        const { lastWish } = account;
        if (lastWish === undefined) return;
        for (let time = 0; time < does.times; time += 1) await this.#hold(account, session, lastWish, links, bodyMs);
        return;
      }
      case 'release': {
        const body = { ...(does.shared ? { shared: true } : {}), ...named('id', does.named, account) };
        await this.#send(account, { method: 'DELETE', path: 'holds', body, token: session.token }, bodyMs);
        return;
      }
      case 'buy':
        return this.#buy(account, session, { ...does.showing, seatNumbers: does.seatNumbers }, bodyMs);
      case 'buyShared':
        return this.#buyShared(account, session, does, links);
      case 'cancel': {
        const ticket = account.tickets[does.nth % Math.max(1, account.tickets.length)];
        if (ticket === undefined) return;
        return this.#cancel(account, session, ticket);
      }
      case 'topUp': {
        const body = { amount: does.amount };
        await this.#command(account, session, 'top-up', { method: 'POST', path: 'user/balance', body }, bodyMs);
        return;
      }
      default:
        throw new Error(`${this.name} cannot do this: ${JSON.stringify(does satisfies never)}`);
    }
  }

  /** Signs up, or signs in on another device. */
  async #enter(account: Account): Promise<void> {
    const { username, password, isSignedUp } = account;
    account.isSignedUp = true;
    const body = isSignedUp
      ? { username, password }
      : { username, displayName: username, age: AGE, password, confirmPassword: password };
    const path = isSignedUp ? 'user/signin' : 'user/signup';
    const answer = await this.#send(account, { method: 'POST', path, body });
    if (isSignedUp && answer.status === 401) account.isSignedUp = false;
    const session = v.safeParse(sessionUserSchema, answer.body);
    if (!session.success) return;
    const { token, id: userId } = session.output;
    account.sessions = [...account.sessions, { token, userId }].slice(-SESSIONS);
  }

  /** Ends a session: the other one ends it if the account has two. */
  async #leave(account: Account, session: Session, afterMs: number): Promise<void> {
    await this.#surroundings.time.pause(afterMs);
    const other = account.sessions.find((each) => each !== session);
    const request =
      other === undefined
        ? ({ method: 'POST', path: 'user/signout', token: session.token } as const)
        : ({ method: 'DELETE', path: 'user/sessions', token: other.token } as const);
    const answer = await this.#send(account, request).catch(() => undefined);
    if (answer !== undefined && answer.status < 400)
      account.sessions = account.sessions.filter((each) => each !== session);
  }

  async #hold(account: Account, session: Session, wish: HoldRequest, links: string[], bodyMs: number): Promise<void> {
    account.lastWish = wish;
    const request = { method: 'POST', path: 'holds', body: wish } as const;
    const answer = await this.#command(account, session, undefined, request, bodyMs);
    const hold = v.safeParse(holdSchema, answer.body);
    if (hold.success && !account.holds.some(({ id }) => id === hold.output.id)) {
      account.holds.push(hold.output);
      const { movieTitle: title, showtimeDate: date, showtimeTime: time, shareCode } = hold.output;
      if (shareCode !== undefined) links.push(sharePath({ title, date, time }, shareCode));
    }
  }

  async #buy(
    account: Account,
    session: Session,
    { movieTitle, showtimeDate, showtimeTime, seatNumbers }: Showing & { readonly seatNumbers: readonly number[] },
    bodyMs: number,
    shareCode?: string,
  ): Promise<void> {
    const movie = MOVIES.find(({ title }) => title === movieTitle);
    if (movie === undefined || seatNumbers.length === 0) return;
    const body = {
      movieTitle,
      showtimeDate,
      showtimeTime,
      seatNumbers,
      movieAgeRating: movie.age_rating,
      movieTicketPrice: movie.ticket_price,
      moviePoster: movie.poster_url,
      ...(shareCode === undefined ? {} : { shareCode }),
    };
    const request = { method: 'POST', path: 'user/tickets', body } as const;
    const answer = await this.#command(account, session, 'purchase', request, bodyMs);
    const ticket = v.safeParse(ticketSchema, answer.body);
    if (ticket.success) account.tickets = [...account.tickets, ticket.output];
  }

  async #cancel(account: Account, session: Session, ticket: Ticket): Promise<void> {
    account.tickets = account.tickets.filter((each) => each !== ticket);
    const body = { ticketId: ticket.id, password: account.password };
    await this.#command(account, session, 'refund', { method: 'DELETE', path: 'user/tickets', body });
  }

  async #buyShared(
    account: Account,
    session: Session,
    does: Extract<DishonestAct, { readonly act: 'buyShared' }>,
    links: readonly string[],
  ): Promise<void> {
    const { nth, count, withOwn, bodyMs } = does;
    const shares = links.filter((link) => codesIn([link]).length > 0);
    const link = shares.at(-1 - (nth % Math.max(1, shares.length)));
    if (link === undefined) return;
    const { pathname, searchParams } = new URL(link, ORIGIN);
    const showtime = { showtimeDate: searchParams.get('date') ?? '', showtimeTime: searchParams.get('time') ?? '' };
    const path = `${pathname.replace('/movie/', 'booked-seats/')}?${new URLSearchParams(showtime)}`.replace(/^\//, '');
    const answer = await this.#send(account, { method: 'GET', path });
    const read = v.safeParse(bookedSeatsListSchema, answer.body);
    const [hall] = read.success ? read.output : [];
    const share = hall?.holds?.find(({ share: mark }) => mark !== undefined);
    if (hall === undefined || share === undefined) return;
    const own = withOwn ? (account.holds.at(-1)?.seatNumbers ?? []) : [];
    const seatNumbers = [...new Set([...share.seatNumbers.slice(0, count), ...own])].slice(0, MAXIMUM_SEATS);
    await this.#buy(account, session, { ...hall, seatNumbers }, bodyMs, codesIn([link])[0]);
  }

  async #command(account: Account, session: Session, kind: string | undefined, request: Sent, bodyMs = 0) {
    this.#keys += 1;
    const key = `${this.name.replace(' ', '-')}-${this.#keys}`;
    if (kind !== undefined) this.#surroundings.confirm(session.userId, kind, key);
    const sent = { ...request, key, token: session.token };
    account.commands.push(sent);
    return this.#send(account, sent, bodyMs);
  }

  async #send(account: Account, { method, path, body, key, token }: Sent, bodyMs = 0) {
    const { network, name, address } = this.#surroundings;
    const request = new Request(`${ORIGIN}/api/${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    account.slow += bodyMs > 0 ? 1 : 0;
    try {
      const response = await network.send({ name, address, owner: this.owner, isOnline: () => true }, request, bodyMs);
      if (response.status === 401) account.sessions = account.sessions.filter((session) => session.token !== token);
      const text = await response.text();
      const read: unknown = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, body: read };
    } finally {
      account.slow -= bodyMs > 0 ? 1 : 0;
    }
  }
}

/** The codes of shared seats in links to films. */
export function codesIn(links: readonly string[]): string[] {
  return links.flatMap((link) => new URL(link, ORIGIN).searchParams.get('together') ?? []);
}

/** The name of a hold in a request; nothing if the account has no such hold. */
function named(field: 'id' | 'replaces', which: NamedHold, { holds }: Account): Record<string, string> {
  if (which === 'none') return {};
  const hold = holds.at(which === 'latest' ? -1 : -2);
  return hold === undefined ? {} : { [field]: hold.id };
}

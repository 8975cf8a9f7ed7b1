import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { offeredDates } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import type { CatalogueMovie } from '../../../src/server/store/catalogueSchema.ts';
import { nosferatu, theKid } from '../catalogueMovies.ts';
import { booking, PASSWORD, type Person } from '../people.ts';

const TIMEOUT_MILLISECONDS = 30_000;
const SEATS_IN_HALL = 64;
const LONGEST_PAUSE_MILLISECONDS = 3000;
const TOO_MANY_REQUESTS = 429;
const CREATED = 201;

/** A command of a visitor: a request that changes something, with its idempotency key. */
export interface Command {
  readonly person: Person;
  readonly method: 'POST' | 'DELETE';
  readonly path: 'holds' | 'user/tickets' | 'user/balance';
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** The answer of a server. A missing status, or one of 500 and more, leaves the outcome of a command unknown. */
export interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
  readonly retryAfter: number;
}

/** A command, the number of its answers that left the outcome unknown, and the answer that settled it. */
export interface Settled {
  readonly command: Command;
  readonly unknown: number;
  readonly answer: Answer;
  /** When the request that settled it was sent, and when its answer arrived, on the clock of `performance.now`. */
  readonly sentAt: number;
  readonly at: number;
}

/** Visitors who buy, cancel and top up until they are stopped, and the history of their commands. */
export interface FlashSale {
  readonly history: readonly Settled[];
  /** Buys seats in the name of a person, besides what the visitors do. */
  readonly buy: (person: Person, seats: Readonly<Record<string, unknown>>) => Promise<Settled>;
  /** Resolves when this many further tickets were sold. */
  readonly sellMore: (count: number) => Promise<void>;
  /** Lets each visitor finish the running command, and resolves when all have. Throws the error of a visitor. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts one visitor for each person; each has an IP address of its own, and repeats a command until it is settled. They buy for all
 * days but the first and the last.
 */
export function startFlashSale(url: string, people: readonly Person[]): FlashSale {
  const history: Settled[] = [];
  const stopping = new AbortController();
  const dates = offeredDates(Date.now(), 'Asia/Jakarta').slice(1, -1);

  async function settle(send: (command: Command) => Promise<Answer>, command: Command): Promise<Settled> {
    for (let unknown = 0; ;) {
      const sentAt = performance.now();
      const answer = await send(command);
      if (isUnknown(answer)) unknown += 1;
      else if (answer.status !== TOO_MANY_REQUESTS) {
        const settled = { command, unknown, answer, sentAt, at: performance.now() };
        history.push(settled);
        return settled;
      }
      await wait(answer.retryAfter * 1000 + Math.random() * 200);
    }
  }

  async function visit(person: Person, index: number): Promise<void> {
    using line = openLine(url, index);
    const tickets: string[] = [];
    const run = (method: Command['method'], path: Command['path'], body: Command['body']) =>
      settle(line.send, { person, method, path, body, key: randomUUID() });
    while (!stopping.signal.aborted) {
      await wait(Math.random() * LONGEST_PAUSE_MILLISECONDS);
      const choice = Math.random();
      const cancelled = choice < 0.15 ? tickets.pop() : undefined;
      if (cancelled !== undefined) await run('DELETE', 'user/tickets', { ticketId: cancelled, password: PASSWORD });
      else if (choice < 0.3) await run('POST', 'user/balance', { amount: 1000 * (1 + Math.floor(Math.random() * 50)) });
      else {
        const seat = 1 + Math.floor(Math.random() * SEATS_IN_HALL);
        const seats = {
          showtimeDate: pick(dates),
          showtimeTime: pick(SHOWTIMES),
          ...orderOf(pick([theKid, nosferatu])),
          seatNumbers: seat % 2 === 1 ? [seat, seat + 1] : [seat],
        };
        // Some visitors buy without a hold.
        if (choice < 0.9) await run('POST', 'holds', seats);
        const { answer } = await run('POST', 'user/tickets', booking(seats));
        const id = idOf(answer);
        if (answer.status === CREATED && id !== undefined) tickets.push(id);
      }
    }
  }

  const visits = Promise.all(people.map(visit));
  visits.catch(() => undefined);
  return {
    history,
    async buy(person, seats) {
      using line = openLine(url, people.length);
      return settle(line.send, {
        person,
        method: 'POST',
        path: 'user/tickets',
        body: booking(seats),
        key: randomUUID(),
      });
    },
    async sellMore(count) {
      const enough = countSold(history) + count;
      while (countSold(history) < enough) await Promise.race([wait(20), visits]);
    },
    async stop() {
      stopping.abort();
      await visits;
    },
  };
}

/** Whether an answer leaves it open whether the command was carried out. */
export function isUnknown({ status }: Answer): boolean {
  return status === undefined || status >= 500;
}

export function isSale({ command, answer }: Settled): boolean {
  return command.method === 'POST' && command.path === 'user/tickets' && answer.status === CREATED;
}

function countSold(history: readonly Settled[]): number {
  return history.filter(isSale).length;
}

/** The id of the ticket in the answer to a purchase. */
export function idOf({ body }: Answer): string | undefined {
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : undefined;
}

/** The fields of a film in a purchase. */
function orderOf({ title, ticket_price, age_rating, poster_url }: CatalogueMovie) {
  return { movieTitle: title, movieTicketPrice: ticket_price, movieAgeRating: age_rating, moviePoster: poster_url };
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

/** A connection of a visitor from an address of its own, because limits count by address. */
export function openLine(url: string, index: number) {
  const localAddress = `127.1.${Math.floor(index / 250)}.${1 + (index % 250)}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** Sends a request; an answer without a status if it does not arrive. */
  const send = ({ person, method, path, body, key }: Command): Promise<Answer> =>
    new Promise((resolve) => {
      const lost = () => resolve({ status: undefined, body: undefined, retryAfter: 0 });
      const text = JSON.stringify(body);
      const sent = request(
        `${url}/api/${path}`,
        {
          method,
          agent,
          localAddress,
          timeout: TIMEOUT_MILLISECONDS,
          headers: {
            'content-type': 'application/json',
            // Node sends no length with a DELETE by itself.
            'content-length': Buffer.byteLength(text),
            authorization: `Bearer ${person.token}`,
            'idempotency-key': key,
          },
        },
        (answer) => {
          let received = '';
          answer.setEncoding('utf8').on('data', (part: string) => (received += part));
          answer.on('error', lost).on('end', () => {
            resolve({
              status: answer.statusCode,
              body: parse(received),
              retryAfter: Number(answer.headers['retry-after'] ?? 0),
            });
          });
        },
      );
      sent
        .on('timeout', () => sent.destroy())
        .on('error', lost)
        .end(text);
    });

  return { send, [Symbol.dispose]: () => agent.destroy() };
}

/** The parsed JSON of a body; a proxy's own error page is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

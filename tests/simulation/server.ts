import { Readable } from 'node:stream';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { SelectQueryNode, type KyselyPlugin } from 'kysely';
import * as v from 'valibot';
import type { Movie } from '#contract/movie.ts';
import { createApp } from '../../src/server/app.ts';
import type { Database } from '../../src/server/db/database.ts';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { prepareDatabase } from '../../src/server/store/prepareDatabase.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { CHEAP_COST, watchApiErrors } from '../server/openCinema.ts';
import type { Owner, SimulatedTime } from './simulatedTime.ts';

export const ZONE = 'Asia/Jakarta';
export const MOVIES: readonly Movie[] = [theKid, nosferatu];

/** Doors admit the tickets of the whole day. */
const DOOR_OPENS_MINUTES = 24 * 60;

/** A request as the network delivers it. */
export interface Delivered {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Milliseconds between the arrival of the headers and that of the body. */
  readonly bodyMs: number;
  readonly address: string;
}

export interface Delivery {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Called when a request has arrived with its body; returns a function for its response. */
export type WatchAnswer = (request: Delivered) => (answer: Delivery) => void;

/** In simulated time these limits would end before PostgreSQL has answered, and begin an outage. */
const NO_TIMEOUTS = { connect: 24 * 60 * 60 * 1000, statement: 0, answer: 0 };

const METHOD = v.picklist(['GET', 'POST', 'PUT', 'DELETE']);
const problemSchema = v.pipe(v.string(), v.parseJson(), v.object({ code: v.string() }));
const cancelledSchema = v.pipe(v.string(), v.parseJson(), v.object({ freedSeatNumbers: v.array(v.number()) }));

/** One process of the server, from its start to its end. */
interface Process {
  readonly owner: Owner;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly unlisted: readonly string[];
  readonly running: Set<Promise<unknown>>;
  /** Lets the bodies that are still on their way arrive at once. */
  readonly bodies: Set<() => void>;
}

class Crashed extends Error {}

/** The real server on a real database. It can crash between any two statements, and start again. */
export class SimulatedServer {
  /** The number of statements that may have changed the database. */
  writes = 0;
  readonly errors = new Map<string, number>();
  /** Responses that a server without a fault never sends. */
  readonly failures: string[] = [];
  /** Seats of running shares that a cancellation has made free, because the limits of holds did not allow their return. */
  readonly freedSeats = new Set<number>();
  watchAnswer: WatchAnswer = () => () => undefined;
  readonly #time: SimulatedTime;
  readonly #folder: string;
  readonly #databaseUrl: string | undefined;
  #process: Process | undefined;
  #statementsToCrash: number | undefined;
  #reader: DatabaseSync | undefined;
  #hashing: Promise<unknown> = Promise.resolve();
  #starts = 0;

  constructor(time: SimulatedTime, folder: string, databaseUrl?: string) {
    this.#time = time;
    this.#folder = folder;
    this.#databaseUrl = databaseUrl;
  }

  get isUp(): boolean {
    return this.#process !== undefined;
  }

  get now(): number {
    return this.#time.now;
  }

  get app(): FastifyInstance | undefined {
    return this.#process?.app;
  }

  get db(): Database['db'] {
    if (this.#process === undefined) throw new Error('The server is down');
    return this.#process.database.db;
  }

  /** Responses whose error code `src/contract/calls.ts` does not list. */
  get unlisted(): readonly string[] {
    return this.#process?.unlisted ?? [];
  }

  get processOwner(): Owner | undefined {
    return this.#process?.owner;
  }

  async start(): Promise<void> {
    this.#starts += 1;
    const owner: Owner = { name: `server ${this.#starts}`, isAsleep: false, isGone: false };
    this.#process = await this.#time.runAs(owner, async () => {
      const opened = openDatabase({
        dataDirectory: this.#folder,
        databaseUrl: this.#databaseUrl,
        postgresLimits: NO_TIMEOUTS,
      });
      await prepareDatabase(opened, { movies: MOVIES, areChosen: false, now: this.now });
      const app = await createApp({
        db: opened.db.withPlugin(this.#watchStatements(owner)),
        now: () => this.now,
        zone: ZONE,
        passwordCost: CHEAP_COST,
        doorOpensMinutes: DOOR_OPENS_MINUTES,
      });
      const unlisted = watchApiErrors(app);
      await app.ready();
      return { owner, app, database: opened, unlisted, running: new Set(), bodies: new Set() };
    });
    this.#time.isWorking = () => this.#databaseUrl !== undefined && isInUse(this.#process?.database);
    if (this.#databaseUrl === undefined)
      this.#reader = new DatabaseSync(databaseFile(this.#folder), { readOnly: true });
  }

  /** Sends a request to the server. Rejects when the server is down, or crashes before it has sent its response. */
  async receive(delivered: Delivered): Promise<Delivery> {
    const { body } = delivered;
    // Argon2 runs on another thread, so its duration varies. Requests with a password therefore run one at a time.
    if (body.includes('"password"')) {
      const turn = Promise.withResolvers<void>();
      const before = this.#hashing;
      this.#hashing = turn.promise;
      await before;
      try {
        if (this.#process !== undefined) await Promise.allSettled(this.#process.running);
        return await this.#inject(delivered);
      } finally {
        turn.resolve();
      }
    }
    await this.#hashing;
    return delivered.bodyMs > 0 && body !== '' ? this.#injectSlowly(delivered) : this.#inject(delivered);
  }

  /** Ends the process at once, or before a later statement. Responses on their way are lost. */
  crash(afterStatements = 0): void {
    if (afterStatements > 0) this.#statementsToCrash = afterStatements;
    else this.#end();
  }

  /** Calls off a crash that has not happened yet. */
  callOffCrash(): void {
    this.#statementsToCrash = undefined;
  }

  /** Closes the server as a deploy does: requests in progress get their response. */
  async stop(): Promise<void> {
    const stopped = this.#process;
    if (stopped === undefined) return;
    for (const sendBody of stopped.bodies) sendBody();
    await this.#time.hold(Promise.allSettled(stopped.running));
    await this.#time.hold(stopped.app.close());
    await this.#release(stopped);
  }

  /** Reads committed rows at this very moment. Undefined on PostgreSQL, which cannot be read without waiting. */
  look(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] | undefined {
    return this.#reader?.prepare(sql).all(...values);
  }

  async #inject(delivered: Delivered): Promise<Delivery> {
    const process = this.#process;
    if (process === undefined) throw new Crashed('The server is down');
    const note = this.watchAnswer(delivered);
    return this.#finish(process, this.#pass(process, delivered, delivered.body), note);
  }

  /** Sends the headers at once and the body later. A response that does not need the body comes at once. */
  async #injectSlowly(delivered: Delivered): Promise<Delivery> {
    const process = this.#process;
    if (process === undefined) throw new Crashed('The server is down');
    const wanted = Promise.withResolvers<'body'>();
    const body = new Readable({ read: () => wanted.resolve('body') });
    const injected = this.#pass(process, delivered, body);
    if ((await this.#time.hold(Promise.race([wanted.promise, injected]))) === 'body') {
      const arrived = Promise.withResolvers<void>();
      const arrive = () => {
        process.running.add(injected);
        arrived.resolve();
      };
      process.bodies.add(arrive);
      await Promise.race([this.#time.pause(delivered.bodyMs), arrived.promise]);
      process.bodies.delete(arrive);
    }
    const note = this.watchAnswer(delivered);
    // Also after a crash, so that Fastify does not wait for the body for ever.
    body.push(delivered.body);
    body.push(null);
    return this.#finish(process, injected, note);
  }

  #pass(process: Process, { method, url, headers, address }: Delivered, payload: string | Readable) {
    return this.#time.runAs(process.owner, () =>
      process.app.inject({
        method: v.parse(METHOD, method),
        url,
        headers,
        remoteAddress: address,
        ...(payload === '' ? {} : { payload }),
      }),
    );
  }

  async #finish(
    process: Process,
    injected: Promise<LightMyRequestResponse>,
    note: (answer: Delivery) => void,
  ): Promise<Delivery> {
    process.running.add(injected);
    try {
      const { statusCode: status, headers, payload } = await this.#time.hold(injected);
      const cancelled = v.safeParse(cancelledSchema, payload);
      if (cancelled.success) for (const seat of cancelled.output.freedSeatNumbers) this.freedSeats.add(seat);
      if (process.owner.isGone) throw new Crashed('The server crashed');
      if (status >= 400) this.#countError(payload);
      const answer = { status, headers, body: payload };
      note(answer);
      return answer;
    } finally {
      process.running.delete(injected);
    }
  }

  #countError(payload: string): void {
    const problem = v.safeParse(problemSchema, payload);
    const code = problem.success ? problem.output.code : 'unreadable';
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
    if (code === 'internal' || code === 'unreadable') this.failures.push(`The server answered ${payload}`);
  }

  #watchStatements(owner: Owner): KyselyPlugin {
    return {
      transformQuery: ({ node }) => {
        if (this.#statementsToCrash !== undefined && !owner.isGone) {
          this.#statementsToCrash -= 1;
          if (this.#statementsToCrash < 0) this.#end();
        }
        if (owner.isGone) throw new Crashed('The server crashed');
        if (!SelectQueryNode.is(node)) this.writes += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
  }

  #end(): void {
    const ended = this.#process;
    this.#statementsToCrash = undefined;
    if (ended === undefined) return;
    ended.owner.isGone = true;
    this.#process = undefined;
    void this.#time.hold(
      Promise.allSettled(ended.running)
        .then(() => ended.app.close())
        .then(() => this.#release(ended)),
    );
  }

  async #release(ended: Process): Promise<void> {
    ended.owner.isGone = true;
    if (this.#process === ended) this.#process = undefined;
    this.#reader?.close();
    this.#reader = undefined;
    await ended.database.db.destroy();
  }
}

/** Whether a connection is in use or opened. On SQLite, statements need no other process. */
function isInUse(database: Database | undefined): boolean {
  const { busy = 0, waiting = 0 } = database?.pool() ?? {};
  return busy + waiting > 0;
}

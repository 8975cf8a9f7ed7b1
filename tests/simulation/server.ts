import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import { SelectQueryNode, type KyselyPlugin } from 'kysely';
import * as v from 'valibot';
import type { Movie } from '#contract/movie.ts';
import { createApp } from '../../src/server/app.ts';
import { backUp } from '../../src/server/db/backUp.ts';
import type { Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { restoreFile } from '../../src/server/db/restoreFile.ts';
import { prepareDatabase } from '../../src/server/store/prepareDatabase.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { closeAllSessions } from '../../src/server/store/sessions.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { CHEAP_COST, watchApiErrors } from '../server/openCinema.ts';
import type { Owner, SimulatedTime } from './simulatedTime.ts';

export const ZONE = 'Asia/Jakarta';
export const MOVIES: readonly Movie[] = [theKid, nosferatu];

/** A request as the network delivers it. */
export interface Delivered {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly address: string;
}

export interface Delivery {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

const METHOD = v.picklist(['GET', 'POST', 'PUT', 'DELETE']);
const problemSchema = v.pipe(v.string(), v.parseJson(), v.object({ code: v.string() }));

/** One process of the server, from its start to its end. */
interface Process {
  readonly owner: Owner;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly unlisted: readonly string[];
  readonly running: Set<Promise<unknown>>;
}

class Crashed extends Error {}

/** The real server on a real database. It can crash between any two statements, and start again. */
export class SimulatedServer {
  /** Milliseconds by which the server's clock is ahead of the true time. */
  clockError = 0;
  /** The number of statements that may have changed the database. */
  writes = 0;
  /** The number of times that the database was replaced by a backup. */
  restores = 0;
  readonly errors = new Map<string, number>();
  /** Responses that a server without a fault never sends. */
  readonly failures: string[] = [];
  readonly #time: SimulatedTime;
  readonly #folder: string;
  readonly #databaseUrl: string | undefined;
  #process: Process | undefined;
  #statementsToCrash: number | undefined;
  #reader: DatabaseSync | undefined;
  #hashing: Promise<unknown> = Promise.resolve();
  #starts = 0;
  #latest = 0;
  #hasBackup = false;

  constructor(time: SimulatedTime, folder: string, databaseUrl?: string) {
    this.#time = time;
    this.#folder = folder;
    this.#databaseUrl = databaseUrl;
  }

  get isUp(): boolean {
    return this.#process !== undefined;
  }

  get now(): number {
    const now = this.#time.now + this.clockError;
    this.#latest = Math.max(this.#latest, now);
    return now;
  }

  /** Whether the clock was set back and shows a time that it has shown before. Holds that had ended then run again. */
  get repeatsTime(): boolean {
    return this.now < this.#latest;
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
      const opened = openDatabase({ dataDirectory: this.#folder, databaseUrl: this.#databaseUrl });
      await prepareDatabase(opened, { movies: MOVIES, areChosen: false, now: this.now });
      const app = await createApp({
        db: opened.db.withPlugin(this.#watchStatements(owner)),
        now: () => this.now,
        zone: ZONE,
        passwordCost: CHEAP_COST,
      });
      const unlisted = watchApiErrors(app);
      await app.ready();
      return { owner, app, database: opened, unlisted, running: new Set() };
    });
    if (this.#databaseUrl === undefined)
      this.#reader = new DatabaseSync(databaseFile(this.#folder), { readOnly: true });
  }

  /** Sends a request to the server. Rejects when the server is down, or crashes before it has sent its response. */
  async receive({ method, url, headers, body, address }: Delivered): Promise<Delivery> {
    // Argon2 runs on another thread, so its duration varies. Requests with a password therefore run one at a time.
    if (body.includes('"password"')) {
      const turn = Promise.withResolvers<void>();
      const before = this.#hashing;
      this.#hashing = turn.promise;
      await before;
      try {
        if (this.#process !== undefined) await Promise.allSettled(this.#process.running);
        return await this.#inject({ method, url, headers, body, address });
      } finally {
        turn.resolve();
      }
    }
    await this.#hashing;
    return this.#inject({ method, url, headers, body, address });
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
    await this.#time.hold(stopped.app.close());
    await this.#release(stopped);
  }

  async changeFilms(movies: readonly Movie[]): Promise<void> {
    if (this.#process !== undefined) await seedCatalogue(this.#process.database, movies, this.now);
  }

  async backUp(): Promise<void> {
    if (this.#databaseUrl !== undefined || !this.isUp) return;
    await rm(this.#backupFile, { force: true });
    await backUp(this.#folder, this.#backupFile);
    this.#hasBackup = true;
  }

  /** Stops the server, replaces the database with the last backup as `npm run restore` does, and starts the server. */
  async restore(): Promise<void> {
    if (!this.#hasBackup || !this.isUp) return;
    await this.stop();
    await restoreFile(
      { file: this.#backupFile, dataDirectory: this.#folder, aside: `replaced-${this.restores}` },
      async (folder) => {
        const copy = openDatabase({ dataDirectory: folder });
        await migrate(copy, this.now);
        await closeAllSessions(copy.db);
        await copy.db.destroy();
      },
    );
    this.restores += 1;
    this.writes += 1;
    await this.start();
  }

  /** Reads committed rows at this very moment. Undefined on PostgreSQL, which cannot be read without waiting. */
  look(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] | undefined {
    return this.#reader?.prepare(sql).all(...values);
  }

  get #backupFile(): string {
    return join(this.#folder, 'backup.sqlite');
  }

  async #inject({ method, url, headers, body, address }: Delivered): Promise<Delivery> {
    const process = this.#process;
    if (process === undefined) throw new Crashed('The server is down');
    const injected = this.#time.runAs(process.owner, () =>
      process.app.inject({
        method: v.parse(METHOD, method),
        url,
        headers,
        remoteAddress: address,
        ...(body === '' ? {} : { payload: body }),
      }),
    );
    process.running.add(injected);
    try {
      const { statusCode: status, headers, payload } = await this.#time.hold(injected);
      if (process.owner.isGone) throw new Crashed('The server crashed');
      if (status >= 400) this.#countError(payload);
      return { status, headers, body: payload };
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

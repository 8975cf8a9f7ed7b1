import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Admission } from '#contract/door.ts';
import type { ErrorCode } from '#contract/problem.ts';
import { FEED_MEDIA_TYPE } from '#contract/bookedSeats.ts';
import { calls, type Call } from '#contract/calls.ts';
import type { PoolState } from '../db/database.ts';
import { callAt } from './callAt.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const CHANGES: ReadonlyMap<Call | undefined, string> = new Map<Call, string>([
  [calls.bookTickets, 'purchase'],
  [calls.cancelTicket, 'cancellation'],
  [calls.topUp, 'top_up'],
  [calls.withdraw, 'withdrawal'],
  [calls.signUp, 'sign_up'],
]);

/** The metrics of a running server, in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  print(): Promise<string>;
  countError(code: ErrorCode): void;
  countAdmission(answer: Admission['answer']): void;
  /** Counts and times every request of an application, except seat feeds, whose open number it reports. */
  watch(app: FastifyInstance, countFeeds: () => number): void;
}

/** Numbers that the metrics read when they are requested. */
interface Sources {
  readonly pool: () => PoolState;
  readonly countHeldSeats: () => Promise<{ readonly backed: number; readonly unbacked: number }>;
  readonly countDroppedLines: () => number;
}

/**
 * Measures requests, bookings and other changes, errors by code, held seats, database connections, the event loop and the process.
 */
export function createMetrics({ pool, countHeldSeats, countDroppedLines }: Sources): Metrics {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const changes = new Counter({
    name: 'cinema_changes_total',
    help: 'Successful purchases, cancellations, top-ups, withdrawals and sign-ups, without repeated responses',
    labelNames: ['kind'],
    registers,
  });
  const errors = new Counter({
    name: 'cinema_refusals_total',
    help: 'Refused requests, by error code',
    labelNames: ['code'],
    registers,
  });
  const admissions = new Counter({
    name: 'cinema_admissions_total',
    help: 'Tickets that were shown at a door, by the answer, without repeated responses',
    labelNames: ['answer'],
    registers,
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Database connections that are busy or idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
  connections.reset();
  const heldSeats = new Gauge({
    name: 'held_seats',
    help: 'Held seats of all showtimes on all servers, by whether the balance of their user covers them; NaN without the database',
    labelNames: ['balance'],
    registers,
    async collect() {
      const { backed, unbacked } = await countHeldSeats().catch(() => ({ backed: NaN, unbacked: NaN }));
      this.set({ balance: 'sufficient' }, backed);
      this.set({ balance: 'insufficient' }, unbacked);
    },
  });
  heldSeats.reset();
  new Gauge({
    name: 'log_lines_dropped',
    help: 'Lines of the log that were lost since the start, because standard output did not accept them',
    registers,
    collect() {
      this.set(countDroppedLines());
    },
  }).set(0);

  function observe({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
    // A feed lasts as long as the page is open. Its duration would hide those of the other requests.
    if (String(reply.getHeader('content-type')).startsWith(FEED_MEDIA_TYPE)) return;
    const route = routeOptions.url ?? 'none';
    requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const kind = CHANGES.get(callAt(method, route));
    if (kind === undefined || reply.statusCode >= 300 || reply.hasHeader('idempotency-replayed')) return;
    changes.inc({ kind });
  }

  return {
    contentType: registry.contentType,
    print: () => registry.metrics(),
    countError: (code) => errors.inc({ code }),
    countAdmission: (answer) => admissions.inc({ answer }),
    watch: (app, countFeeds) => {
      const openFeeds = new Gauge({
        name: 'seat_feeds',
        help: 'Open seat feeds, one for each open seat map',
        registers,
        collect() {
          this.set(countFeeds());
        },
      });
      openFeeds.reset();
      app.addHook('onResponse', async (request, reply) => observe(request, reply));
    },
  };
}

import * as v from 'valibot';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { FEED_MEDIA_TYPE } from '#contract/bookedSeats.ts';
import { CALENDAR_MEDIA_TYPE } from '#contract/calendar.ts';
import { calls, isLimited, isOfDoor, isPersonal, type Call, type CallName, type Calls } from '#contract/calls.ts';
import { accountEventOf, writeAccountEvent, type AccountEvent } from '../auth/auditTrail.ts';
import type { Caller } from '../auth/authentication.ts';
import type { OpenDoor } from '../store/doors.ts';
import { isCurrentPassword, preparePasswordChange, type PasswordChange } from '../auth/changePassword.ts';
import { requirePassword } from '../auth/checkPassword.ts';
import type { Schema } from '../db/schema.ts';
import { withDeadline } from '../deadline.ts';
import { ApiError } from '../errors.ts';
import { routePath } from '../http/callAt.ts';
import { idempotencyKey, parseInput } from '../http/parseInput.ts';
import { routeLimits, type LimitChanges } from '../http/rateLimits.ts';
import { sendAnswer, tagAnswer } from '../http/sendAnswer.ts';
import { answerOnce } from '../store/idempotency.ts';
import type { RouteDependencies } from './routeDependencies.ts';

const HANG_UP_MILLISECONDS = 1000;

/** The parameters that a handler gets beside the parsed request, by the kind of its call. */
interface KindParams {
  readonly open: { readonly request: FastifyRequest };
  readonly feed: KindParams['open'];
  readonly calendar: KindParams['open'];
  readonly personal: KindParams['open'] & { readonly caller: Caller };
  readonly command: KindParams['personal'] & {
    readonly transaction: Transaction<Schema>;
    readonly now: number;
    /** The hash of the new password, if the input has one. */
    readonly passwordChange: PasswordChange | undefined;
    /** Registers a function to run after COMMIT. */
    readonly afterCommit: (run: () => void) => void;
    /** Says that the command has no effect, so that its response is not stored under its key. */
    readonly changesNothing: () => void;
  };
  readonly door: KindParams['open'] & { readonly door: OpenDoor };
  readonly admission: KindParams['door'] & Pick<KindParams['command'], 'transaction' | 'now' | 'afterCommit'>;
}

/** The result of a handler, by the kind of its call. A HEAD request opens no feed. */
interface HandlerResult<Answer> {
  readonly open: Answer;
  readonly feed: Readable | undefined;
  readonly calendar: Answer;
  readonly personal: Answer;
  readonly command: Answer;
  readonly door: Answer;
  readonly admission: Answer;
}

type Promised<Value> = Value | Promise<Value>;

interface Sent<Name extends CallName> {
  readonly params: v.InferOutput<Calls[Name]['params']>;
  readonly input: v.InferOutput<Calls[Name]['input']>;
}

/** The handlers of all calls. A handler gets the parsed request and returns the body of the response. */
export type Handlers = {
  readonly [Name in CallName]: (
    exchange: KindParams[Calls[Name]['kind']] & Sent<Name>,
  ) => Promised<HandlerResult<v.InferOutput<Calls[Name]['answer']>>[Calls[Name]['kind']]>;
};

interface AddRouteDependencies extends RouteDependencies {
  readonly limitChanges: LimitChanges;
}

/** Adds the route of a call: authenticates the caller if necessary, parses the request and sends the handler's result. */
export function addRoute<Name extends CallName>(
  app: FastifyInstance,
  dependencies: AddRouteDependencies,
  name: Name,
  handle: Handlers[Name],
): void {
  const call: Calls[Name] = calls[name];
  const kind: Calls[Name]['kind'] = call.kind;
  const answer = answerBy[kind];
  app.route({
    method: call.method,
    url: routePath(call),
    config: routeLimits[name] ?? {},
    // Proxies ask every two seconds. At the level `info`, only a check that fails is logged.
    ...(call.path.startsWith('health/') && app.log.level === 'info' ? { logLevel: 'warn' } : {}),
    ...(isPersonal(call) || isOfDoor(call) ? { onRequest: identification(call, dependencies) } : {}),
    handler: async (request, reply) => {
      const sent: Sent<Name> = {
        params: parseInput<Calls[Name]['params']>(call.params, request.params),
        input: parseInput<Calls[Name]['input']>(call.input, call.method === 'GET' ? request.query : request.body),
      };
      const exchange = { dependencies, call, input: sent.input, request, reply };
      try {
        return await withDeadline(dependencies.deadline - reply.elapsedTime, () =>
          answer(exchange, (params) => handle({ ...params, ...sent })),
        );
      } catch (error) {
        if (error instanceof ApiError && error.code === 'wrong_password') writeEvent(exchange, 'password_refused');
        throw error;
      }
    },
  });
}

/** A hook that runs before the body is read: authenticates the user, or the door, and limits its changes. */
function identification(call: Call, { authentication, doors, limitChanges, deadline }: AddRouteDependencies) {
  const identify = isOfDoor(call) ? doors.requireDoor : authentication.requireCaller;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await withDeadline(deadline - reply.elapsedTime, () => identify(request));
    if (isLimited(call)) await limitChanges(request);
  };
}

interface Exchange {
  readonly dependencies: RouteDependencies;
  readonly call: Call;
  readonly input: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type AnswerBy = {
  readonly [Kind in Call['kind']]: (
    exchange: Exchange,
    work: (params: KindParams[Kind]) => Promised<HandlerResult<unknown>[Kind]>,
  ) => Promise<FastifyReply>;
};

/** The passwords of a command, which are checked before its transaction and never stored with its key, not even as a hash. */
const commandSchema = v.looseObject({ password: v.optional(v.string()), newPassword: v.optional(v.string()) });

/** A phone sends an admission again with another `secondsAgo`, so this is not part of the request that is stored with its key. */
const admissionSchema = v.looseObject({ secondsAgo: v.optional(v.number()) });

/** Runs the handler and sends the response, for each kind of call. */
const answerBy: AnswerBy = {
  open: async (exchange, work) => send(exchange, await work({ request: exchange.request })),

  calendar: async ({ reply, request }, work) =>
    reply.type(`${CALENDAR_MEDIA_TYPE}; charset=utf-8`).send(await work({ request })),

  personal: async (exchange, work) => {
    const { request, dependencies } = exchange;
    const params = await work({ request, caller: dependencies.authentication.callerOf(request) });
    writeEvent(exchange, accountEventOf(exchange.call));
    return send(exchange, params);
  },

  async command(exchange, work) {
    const { dependencies, call, input, request, reply } = exchange;
    const { db, authentication, now } = dependencies;
    const caller = authentication.callerOf(request);
    const key = idempotencyKey(request);
    const { password, newPassword, ...body } = v.parse(commandSchema, input);
    let passwordChange: PasswordChange | undefined;
    if (password !== undefined && newPassword !== undefined)
      passwordChange = await preparePasswordChange(dependencies, { caller, password, newPassword });
    else if (password !== undefined) await requirePassword(dependencies, { caller, password });
    const command = { userId: caller.user.id, route: routeOf(call), key, request: body, clock: now };
    let runAfterCommit: (() => void) | undefined;
    const afterCommit = (run: () => void) => (runAfterCommit = run);
    const answer = await answerOnce(db, command, call.status, async (transaction, { now, changesNothing }) => {
      // The session may have ended while the body arrived, or while the password waited to be checked.
      await authentication.requireStillSignedIn(transaction, caller);
      return work({
        request,
        caller,
        transaction,
        now,
        passwordChange,
        afterCommit,
        changesNothing,
      });
    });
    runAfterCommit?.();
    const isRepeatedChange = answer.replayed && newPassword !== undefined;
    if (isRepeatedChange && !(await isCurrentPassword(dependencies, { caller, password: newPassword })))
      throw new ApiError('idempotency_conflict');
    if (!answer.replayed) writeEvent(exchange, accountEventOf(call));
    return sendAnswer(reply, answer);
  },

  door: async (exchange, work) => {
    const { request, dependencies } = exchange;
    return send(exchange, await work({ request, door: dependencies.doors.doorOf(request) }));
  },

  async admission({ dependencies, call, input, request, reply }, work) {
    const { db, doors, now } = dependencies;
    const door = doors.doorOf(request);
    const { secondsAgo: _, ...body } = v.parse(admissionSchema, input);
    const command = { userId: door.id, route: routeOf(call), key: idempotencyKey(request), request: body, clock: now };
    let runAfterCommit: (() => void) | undefined;
    const afterCommit = (run: () => void) => (runAfterCommit = run);
    // Every answer is stored, also one that changes nothing: a late copy of a refused admission must not admit the ticket.
    const answer = await answerOnce(db, command, call.status, async (transaction, { now }) => {
      // The door may have been closed while the body arrived.
      await doors.requireStillOpen(transaction, request);
      return work({ request, door, transaction, now, afterCommit });
    });
    if (!answer.replayed) runAfterCommit?.();
    return sendAnswer(reply, answer);
  },

  async feed({ request, reply }, work) {
    const feed = await work({ request });
    feed?.once('end', () => hangUpSoon(reply.raw));
    return reply
      .headers({
        'content-type': FEED_MEDIA_TYPE,
        // Both ask proxies not to hold the events back, to compress them for example.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      .send(feed);
  },
};

/** The name of a call in the table of idempotency keys. */
function routeOf(call: Call): string {
  return `${call.method} ${routePath(call)}`;
}

/** Closes the connection of a client that does not read the end of a feed, because it would keep the process from stopping. */
function hangUpSoon(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), HANG_UP_MILLISECONDS).unref();
  response.once('close', () => clearTimeout(timer));
}

/** Logs an account event of the caller, after COMMIT or after a refused password (reliability 59). */
function writeEvent({ dependencies, request }: Exchange, event: AccountEvent | undefined): void {
  if (event === undefined) return;
  writeAccountEvent(request.log, event, dependencies.authentication.callerOf(request).user.id);
}

function send({ call, request, reply }: Exchange, answer: unknown): FastifyReply {
  if (answer === undefined) return reply.code(call.status).send();
  const body = JSON.stringify(answer);
  if (call.tagged === true && tagAnswer(request, reply, body)) return reply.code(304).send();
  return sendAnswer(reply, { status: call.status, body, replayed: false });
}

import type { InspectionEvent } from 'xstate';
import * as v from 'valibot';
import { actorOf } from '#machines/actors.ts';
import type { SimulatedServer } from './server.ts';
import type { Tab } from './tab.ts';

const ENDS = ['done', 'gone', 'refused'] as const;

const commandSchema = v.object({
  machine: v.object({ id: v.literal('command') }),
  value: v.picklist(ENDS),
  context: v.object({
    command: v.looseObject({
      kind: v.picklist(['purchase', 'cancellation', 'topUp', 'withdrawal']),
      ticket: v.optional(v.object({ id: v.string() })),
    }),
    idempotencyKey: v.string(),
    change: v.optional(v.looseObject({ ticket: v.optional(v.object({ id: v.string() })) })),
    failure: v.optional(v.object({ code: v.string() })),
  }),
});

const runningSchema = v.object({
  machine: v.object({ id: v.literal('command') }),
  context: v.object({
    command: v.looseObject({ kind: v.picklist(['purchase', 'cancellation', 'topUp', 'withdrawal']) }),
  }),
});

const noticeSchema = v.object({
  type: v.literal('notify'),
  notification: v.object({
    content: v.object({ code: v.string() }),
    invitation: v.optional(v.object({ ticket: v.object({ id: v.string() }) })),
  }),
});

type Kind = v.InferOutput<typeof commandSchema>['context']['command']['kind'];

/** The code of each success's toast, and the ledger's name for the entry that it promises. */
const SUCCESSES: Readonly<Record<string, string>> = {
  bought: 'purchase',
  topped_up: 'top-up',
  withdrawn: 'withdrawal',
  cancelled: 'refund',
};
const ENTRIES: Readonly<Record<Kind, string>> = {
  purchase: 'purchase',
  cancellation: 'refund',
  topUp: 'top-up',
  withdrawal: 'withdrawal',
};

const LIVE_TICKETS = 'select count(*) as n from tickets where id = ? and cancelled_at is null';

/** A command that a visitor was told was refused. It must never be carried out. */
interface Refusal {
  readonly key: string;
  readonly sentence: string;
}

/**
 * Checks at the moment when a visitor is told something that it is true: the ticket and the money are in the database when a toast
 * says so, and a command that was refused has changed nothing, then and later.
 */
export class Told {
  /** The number of statements that were checked. */
  checked = 0;
  readonly #server: SimulatedServer;
  readonly #report: (breach: string) => void;
  readonly #reported = new WeakSet<object>();
  readonly #successes = new Map<string, number>();
  /** The commands that each user confirmed, by the kind of their ledger entry; of dishonest visitors, the keys. */
  readonly #confirmed = new Map<string, Set<object | string>>();
  readonly #refusals: Refusal[] = [];

  constructor(server: SimulatedServer, report: (breach: string) => void) {
    this.#server = server;
    this.#report = report;
  }

  /** Reads the toasts and the ends of commands from the inspection of an actor system. */
  inspect(tab: Tab, event: InspectionEvent): void {
    if (event.type === '@xstate.event') {
      const notice = v.safeParse(noticeSchema, event.event);
      if (notice.success) this.#hear(tab, notice.output.notification);
    }
    // When a tab is closed, the session stops before the commands.
    const isNews = event.type === '@xstate.snapshot' && event.event.type !== 'xstate.stop';
    if (isNews && !this.#reported.has(event.actorRef)) {
      this.#noteCommand(tab, event);
      const command = v.safeParse(commandSchema, event.snapshot);
      if (!command.success) return;
      this.#reported.add(event.actorRef);
      this.#end(tab, command.output);
    }
  }

  #noteCommand(tab: Tab, { actorRef, snapshot }: Extract<InspectionEvent, { type: '@xstate.snapshot' }>): void {
    const command = v.safeParse(runningSchema, snapshot);
    if (!command.success) return;
    const userId = actorOf(tab.app.system, 'session').getSnapshot().context.user?.id;
    if (userId === undefined) return;
    this.confirm(userId, ENTRIES[command.output.context.command.kind], actorRef);
  }

  /**
   * Notes a command that a user has confirmed, with however many requests it is sent.
   * @param kind the kind of its ledger entry
   */
  confirm(userId: string, kind: string, command: object | string): void {
    const name = `${userId} ${kind}`;
    this.#confirmed.set(name, (this.#confirmed.get(name) ?? new Set()).add(command));
  }

  /** Nothing is carried out that its user has not confirmed, nor more often. */
  #checkConfirmed(): void {
    const rows = this.#server.look('select user_id, kind, count(*) as n from ledger group by user_id, kind') ?? [];
    for (const { user_id: user, kind, n } of rows) {
      const confirmed = this.#confirmed.get(`${String(user)} ${String(kind)}`)?.size ?? 0;
      if (Number(n) > confirmed)
        this.#report(
          `User ${String(user)} confirmed ${confirmed} times, but the ledger has ${String(n)} entries of the kind ${String(kind)}`,
        );
    }
  }

  /** Checks again that refused commands have changed nothing. */
  check(): void {
    this.#checkConfirmed();
    for (const { key, sentence } of this.#refusals)
      if (this.#isCarriedOut(key) === true) this.#report(`${sentence}, but it was carried out later`);
  }

  #hear(tab: Tab, { content: { code }, invitation }: v.InferOutput<typeof noticeSchema>['notification']): void {
    const kind = SUCCESSES[code];
    const userId = actorOf(tab.app.system, 'session').getSnapshot().context.user?.id;
    if (kind === undefined || userId === undefined) return;
    this.checked += 1;
    const name = `${userId} ${kind}`;
    const told = (this.#successes.get(name) ?? 0) + 1;
    this.#successes.set(name, told);
    const entries = this.#count('select count(*) as n from ledger where user_id = ? and kind = ?', userId, kind);
    if (entries !== undefined && entries < told)
      this.#report(
        `${tab.device.name} was told "${code}" ${told} times, but the ledger has ${entries} entries of this kind`,
      );
    const id = invitation?.ticket.id;
    if (id === undefined) return;
    if (this.#count('select count(*) as n from tickets where id = ? and user_id = ?', id, userId) === 0)
      this.#report(`${tab.device.name} was told "${code}", but ticket ${id} does not exist`);
  }

  #end(tab: Tab, { value, context }: v.InferOutput<typeof commandSchema>): void {
    const { command, failure, idempotencyKey: key } = context;
    const what = `${tab.device.name} was told that the ${command.kind} was ${value}`;
    this.checked += 1;
    if (value === 'gone' && this.#count(LIVE_TICKETS, command.ticket?.id ?? '') === 1)
      this.#report(`${what}, but the ticket is valid`);
    if (value !== 'refused' || failure === undefined || failure.code === 'outcome_unknown') return;
    const sentence = `${what} (${failure.code})`;
    if (this.#isCarriedOut(key) === true) this.#report(`${sentence}, but it was carried out`);
    else this.#refusals.push({ key, sentence });
  }

  /** A refusal is stored under its key as well. */
  #isCarriedOut(key: string): boolean | undefined {
    const rows = this.#count('select count(*) as n from idempotency_keys where key = ? and status < 400', key);
    return rows === undefined ? undefined : rows > 0;
  }

  #count(sql: string, ...values: string[]): number | undefined {
    const rows = this.#server.look(sql, ...values);
    return rows === undefined ? undefined : Number(rows[0]?.['n']);
  }
}

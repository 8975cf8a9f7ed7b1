import * as v from 'valibot';
import type { InspectionEvent } from 'xstate';
import { wire } from '#contract/wire.ts';
import type { CommandKind } from '#machines/commands.ts';
import type { SentRequest } from './network.ts';
import type { Tab } from './tab.ts';

type Actor = InspectionEvent['actorRef'];

const KINDS = ['purchase', 'cancellation', 'topUp', 'withdrawal'] as const satisfies readonly CommandKind[];

const commandSchema = v.object({
  machine: v.object({ id: v.literal('command') }),
  context: v.object({
    command: v.looseObject({ kind: v.picklist(KINDS) }),
    idempotencyKey: v.pipe(v.string(), v.nonEmpty()),
  }),
});

const formSchema = v.object({ context: v.object({ kind: v.picklist(['topUp', 'withdrawal']) }) });

/** The request of each command. */
const CALLS: Readonly<Record<string, CommandKind>> = {
  [nameOf(wire.bookTickets)]: 'purchase',
  [nameOf(wire.cancelTicket)]: 'cancellation',
  [nameOf(wire.topUp)]: 'topUp',
  [nameOf(wire.withdraw)]: 'withdrawal',
};

/** The commands that a device has confirmed and sent. */
interface Book {
  readonly confirmed: Map<CommandKind, number>;
  /** The kind of the command that has each key. */
  readonly keys: Map<string, CommandKind>;
  /** The first request with each key. */
  readonly sent: Map<string, SentRequest>;
}

/**
 * One command has one idempotency key, however often its request is sent: after a lost response, and when the browser is online again.
 * Otherwise the server would carry it out more than once.
 */
export class CommandKeys {
  readonly #report: (breach: string) => void;
  readonly #books = new Map<string, Book>();
  readonly #keyOf = new WeakMap<Actor, string>();

  constructor(report: (breach: string) => void) {
    this.#report = report;
  }

  /** Notes what the visitor confirms and which key each command has. */
  inspect(tab: Tab, event: InspectionEvent): void {
    const { name } = tab.device;
    if (event.type === '@xstate.event' && event.sourceRef === undefined) {
      const kind = confirmedKind(event.event.type, event.actorRef);
      const { confirmed } = this.#bookOf(name);
      if (kind !== undefined) confirmed.set(kind, (confirmed.get(kind) ?? 0) + 1);
    }
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    const command = v.safeParse(commandSchema, event.snapshot);
    if (!command.success) return;
    const { kind } = command.output.context.command;
    const { idempotencyKey: key } = command.output.context;
    const first = this.#keyOf.get(event.actorRef);
    if (key === first) return;
    const { keys } = this.#bookOf(name);
    if (first !== undefined) this.#report(`The key of a ${kind} of ${name} changed`);
    if (keys.has(key)) this.#report(`Two commands of ${name} have the key ${key}`);
    this.#keyOf.set(event.actorRef, key);
    if (first === undefined) keys.set(key, kind);
  }

  /** Checks a request that a device sends. Dishonest visitors have no web client, so their requests are not checked. */
  readonly watch = (name: string, request: SentRequest): void => {
    const kind = CALLS[nameOf(request)];
    const book = this.#books.get(name);
    if (kind === undefined || book === undefined) return;
    const { confirmed, keys, sent } = book;
    const key = request.key ?? '';
    if (keys.get(key) !== kind) this.#report(`${name} sent a ${kind} with a key that no ${kind} has`);
    const first = sent.get(key) ?? request;
    sent.set(key, first);
    if (first.body !== request.body) this.#report(`${name} sent two requests with the key ${key}`);
    const times = confirmed.get(kind) ?? 0;
    const different = [...sent.values()].filter((each) => CALLS[nameOf(each)] === kind).length;
    if (different > times)
      this.#report(`${name} confirmed a ${kind} ${times} times, but sent it with ${different} keys`);
  };

  #bookOf(name: string): Book {
    const book = this.#books.get(name) ?? { confirmed: new Map(), keys: new Map(), sent: new Map() };
    this.#books.set(name, book);
    return book;
  }
}

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

/** The kind of command that a visitor confirms with an event. */
function confirmedKind(type: string, actor: Actor): CommandKind | undefined {
  if (type === 'purchase.confirm') return 'purchase';
  if (type === 'cancellation.confirm') return 'cancellation';
  return type === 'amount.confirm' ? v.parse(formSchema, actor.getSnapshot()).context.kind : undefined;
}

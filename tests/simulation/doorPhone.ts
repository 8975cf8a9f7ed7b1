import * as v from 'valibot';
import { admissionSchema, MAXIMUM_SECONDS_AGO, undoneAdmissionSchema, type DoorScreening } from '#contract/door.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { closeDoor, openDoor } from '../../src/server/store/doors.ts';
import type { DoorBook, ShownTicket } from './doorBook.ts';
import type { Network } from './network.ts';
import type { SimulatedServer } from './server.ts';
import type { Owner, SimulatedTime } from './simulatedTime.ts';
import type { DoorAct } from './steps.ts';

const ORIGIN = 'http://cinema.example';
const OPEN_MS = 12 * 3_600_000;

/** An admission, or its undo, that the phone has not sent yet. */
interface Queued {
  readonly undoes: boolean;
  readonly ticket: ShownTicket;
  readonly screening: DoorScreening;
  readonly key: string;
  /** When the ticket was seen, in epoch milliseconds. */
  readonly at: number;
}

interface Surroundings {
  readonly name: string;
  readonly address: string;
  readonly time: SimulatedTime;
  readonly network: Network;
  readonly server: SimulatedServer;
  readonly book: DoorBook;
}

/** A phone at a door, with a program instead of the door's page: a queue, which it sends in order while it is online. */
export class DoorPhone {
  readonly name: string;
  readonly owner: Owner;
  isOnline = true;
  readonly #surroundings: Surroundings;
  readonly #queue: Queued[] = [];
  #token: string | undefined;
  #openings = 0;
  #keys = 0;
  #lastWelcome: Queued | undefined;
  #isSending = false;
  /** Whether the body of a request is on its way, after its headers. */
  isSlow = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.name = surroundings.name;
    this.owner = { name: this.name, isAsleep: false, isGone: false };
  }

  get isOpen(): boolean {
    return this.#token !== undefined;
  }

  async act(does: DoorAct, tickets: readonly ShownTicket[]): Promise<void> {
    switch (does.act) {
      case 'openDoor':
        return this.#open();
      case 'closeDoor':
        return this.#close();
      case 'show': {
        const ticket = tickets.at(-1 - does.nth);
        const other = tickets.at(-1 - does.otherNth);
        if (ticket === undefined || other === undefined || !this.isOpen) return;
        return this.#add({ undoes: false, ticket, screening: other.screening }, does.bodyMs);
      }
      case 'undo': {
        const last = this.#lastWelcome;
        this.#lastWelcome = undefined;
        return last === undefined ? undefined : this.#add({ ...last, undoes: true }, does.bodyMs);
      }
      case 'goOffline':
        this.isOnline = false;
        return;
      case 'goOnline':
        this.isOnline = true;
        return this.send();
      default:
        throw new Error(`${this.name} cannot do this: ${JSON.stringify(does satisfies never)}`);
    }
  }

  /** Sends the queue again, in the background. */
  send(bodyMs = 0): void {
    this.#surroundings.time.runAs(this.owner, () => void this.#sendQueue(bodyMs));
  }

  /** The operator opens a door with this name and gives its link to the phone. */
  async #open(): Promise<void> {
    const { server, time } = this.#surroundings;
    if (!server.isUp || this.isOpen) return;
    this.#openings += 1;
    const { now, db } = server;
    const door = { name: `${this.name} #${this.#openings}`, now, endsAt: now + OPEN_MS };
    const opened = await time.hold(
      inTransaction(db, (transaction) => openDoor(transaction, door)).catch(() => undefined),
    );
    this.#token = opened?.token;
  }

  /** The operator closes the door. The phone learns of it by its next request. */
  async #close(): Promise<void> {
    const { server, time } = this.#surroundings;
    if (!server.isUp) return;
    const { now, db } = server;
    await time.hold(closeDoor(db, { name: `${this.name} #${this.#openings}`, now }).catch(() => undefined));
  }

  #add(entry: Pick<Queued, 'undoes' | 'ticket' | 'screening'>, bodyMs: number): void {
    this.#keys += 1;
    const key = `${this.name.replace(' ', '-')}-${this.#keys}`;
    this.#queue.push({ ...entry, key, at: this.#surroundings.server.now });
    this.send(bodyMs);
  }

  async #sendQueue(bodyMs: number): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.#queue[0]; next !== undefined && this.isOnline; next = this.#queue[0]) {
      const isSettled = await this.#sendOne(next, bodyMs).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        return false;
      });
      if (!isSettled) break;
      this.#queue.shift();
    }
    this.#isSending = false;
  }

  /** Whether the entry needs no other attempt. */
  async #sendOne(entry: Queued, bodyMs: number): Promise<boolean> {
    const { network, book, server, name, address } = this.#surroundings;
    const { undoes, ticket, screening, key, at } = entry;
    const secondsAgo = Math.min(MAXIMUM_SECONDS_AGO, Math.floor((server.now - at) / 1000));
    const { code } = ticket;
    if (undoes) book.noteUndo(ticket);
    else book.noteAdmission(name, ticket);
    const request = new Request(`${ORIGIN}/api/door/admissions`, {
      method: undoes ? 'DELETE' : 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: JSON.stringify(undoes ? { code } : { ...screening, code, secondsAgo }),
    });
    this.isSlow = bodyMs > 0;
    const response = await network
      .send({ name, address, owner: this.owner, isOnline: () => this.isOnline }, request, bodyMs)
      .finally(() => {
        this.isSlow = false;
      });
    if (response.status === 401) {
      // The staff gets another link. What the closed door did not send is lost, and the page of a door says so.
      this.#token = undefined;
      this.#lastWelcome = undefined;
      this.#queue.splice(1);
      return true;
    }
    if (response.status === 429 || response.status >= 500) return false;
    const body: unknown = await response.json();
    if (undoes) {
      book.hearUndone(ticket, v.parse(undoneAdmissionSchema, body).undone);
      return true;
    }
    const admission = v.parse(admissionSchema, body);
    book.hear(name, ticket, key, admission);
    if (admission.answer === 'welcome') this.#lastWelcome = entry;
    return true;
  }
}

import type { Admission, DoorScreening } from '#contract/door.ts';
import type { SimulatedServer } from './server.ts';

/** A ticket as its visitor shows it. */
export interface ShownTicket {
  readonly id: string;
  readonly code: string;
  readonly screening: DoorScreening;
}

/** The answers of doors about a ticket. */
interface Page {
  /** The keys under which it was welcomed since the last undo began. */
  readonly welcomes: Set<string>;
  /** The doors that have tried to admit it. */
  readonly doors: Set<string>;
  /** Whether it is inside, by the last answer; undefined while an undo or another door may have changed it. */
  isInside: boolean | undefined;
}

const CANCELLED = 'select 1 from tickets where id = ? and cancelled_at is not null';

/**
 * The rules about the answers of doors, whoever shows the ticket: a ticket is welcomed once until its admission is undone, and is then in
 * the database; a ticket of ours is never unknown, and one that is called cancelled is cancelled. The audit says that no cancelled
 * ticket is inside.
 */
export class DoorBook {
  /** The number of answers that were checked. */
  checked = 0;
  readonly #server: SimulatedServer;
  readonly #report: (breach: string) => void;
  readonly #pages = new Map<string, Page>();

  constructor(server: SimulatedServer, report: (breach: string) => void) {
    this.#server = server;
    this.#report = report;
  }

  /** An admission is on its way. Its answer may get lost. */
  noteAdmission(door: string, ticket: ShownTicket): void {
    const page = this.#pageOf(ticket);
    page.doors.add(door);
    if (page.isInside === false) page.isInside = undefined;
  }

  /** An undo is on its way: from now on, the ticket can be welcomed again. */
  noteUndo(ticket: ShownTicket): void {
    const page = this.#pageOf(ticket);
    page.welcomes.clear();
    page.isInside = undefined;
  }

  hearUndone(ticket: ShownTicket, undone: boolean): void {
    this.checked += 1;
    const page = this.#pageOf(ticket);
    if (undone && page.welcomes.size === 0 && page.doors.size === 1) page.isInside = false;
  }

  hear(door: string, ticket: ShownTicket, key: string, { answer }: Admission): void {
    this.checked += 1;
    const page = this.#pageOf(ticket);
    if (answer === 'not_ours') this.#report(`${door} did not know ticket ${ticket.id}`);
    if (answer === 'cancelled' && this.#server.look(CANCELLED, ticket.id)?.length === 0)
      this.#report(`${door} called ticket ${ticket.id} cancelled, but it is not`);
    if (answer !== 'welcome') return;
    page.welcomes.add(key);
    page.isInside = true;
    if (page.welcomes.size > 1)
      this.#report(`Ticket ${ticket.id} was welcomed under ${[...page.welcomes].join(' and ')}`);
  }

  /** The tickets of which doors were told something else than the database has, once nothing is on its way any more. */
  async brokenAtRest(): Promise<string[]> {
    const rows = await this.#server.db.selectFrom('admissions').select('ticket_id').execute();
    const inside = new Set(rows.map(({ ticket_id: id }) => id));
    return [...this.#pages].flatMap(([id, { isInside }]) =>
      isInside === undefined || isInside === inside.has(id)
        ? []
        : [
            `A door was told that ticket ${id} is ${isInside ? 'inside' : 'not inside'}, but the database says otherwise`,
          ],
    );
  }

  #pageOf({ id }: ShownTicket): Page {
    const page = this.#pages.get(id) ?? { welcomes: new Set(), doors: new Set(), isInside: undefined };
    this.#pages.set(id, page);
    return page;
  }
}

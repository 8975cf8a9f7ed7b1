import * as v from 'valibot';
import type { SimulatedServer } from './server.ts';

const REFUSAL_LIFE = 15 * 60_000;
const BAD_REQUEST = 400;
const heldSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() }));

interface Refusal {
  readonly status: number;
  readonly at: number;
}

/** The rules about responses that are stored under their idempotency key. */
export class KeyRules {
  /** Every stored refusal, by its key. */
  #refusals = new Map<string, Refusal>();

  /** Call it when an older database came back. */
  forget(): void {
    this.#refusals = new Map();
  }

  async broken({ db, now, steadySince }: SimulatedServer): Promise<string[]> {
    const rows = await db
      .selectFrom('idempotency_keys')
      .select(['user_id', 'route', 'key', 'status', 'created_at', 'body'])
      .execute();
    const stored = new Map(rows.map((row) => [`${row.route} ${row.key} of user ${row.user_id}`, row]));
    const breaches: string[] = [];
    for (const [name, { at, status }] of this.#refusals) {
      const left = stored.get(name)?.status;
      if (left === status) continue;
      this.#refusals.delete(name);
      if (at >= steadySince && now < at + REFUSAL_LIFE)
        breaches.push(`${name} was refused with ${status}, but ${left ?? 'nothing'} is stored ${now - at} ms later`);
    }
    const holds = new Map<string, string>();
    for (const [name, { route, status, created_at: at, body }] of stored) {
      if (status === null) breaches.push(`${name} has no response`);
      else if (status >= BAD_REQUEST) {
        this.#refusals.set(name, { status, at });
        if (status === 401 || status === 429 || status >= 500) breaches.push(`${name} is stored with ${status}`);
      } else if (route === 'POST /holds') {
        const { id } = v.parse(heldSchema, body);
        const other = holds.get(id);
        if (other !== undefined) breaches.push(`${name} is stored although it changed nothing after ${other}`);
        holds.set(id, name);
      }
    }
    return breaches;
  }
}
